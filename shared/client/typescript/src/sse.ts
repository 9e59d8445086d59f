import { IncompleteError, ProtocolError } from "./errors.js";

/** One event of a stream, as it was sent. */
export interface ServerSentEvent {
  /** "message" if the stream names none. */
  name: string;
  /** The last ID of the stream so far. */
  id: string;
  data: string;
}

/** Longer than any event of the service, in characters. */
const maxEvent = 8 << 20;

/** Takes a stream apart. It ends where the stream ends; an event that is not complete is dropped, as the standard says. */
export async function* parseEvents(body: ReadableStream<Uint8Array>, idleSeconds: number): AsyncGenerator<ServerSentEvent> {
  let name = "";
  let id = "";
  let data: string[] = [];
  for await (const line of lines(body, idleSeconds)) {
    if (line === "") {
      if (data.length > 0) yield { name: name || "message", id, data: data.join("\n") };
      [name, data] = ["", []];
      continue;
    }
    const [, field, value] = /^([^:]*)(?:: ?)?([^]*)$/.exec(line) as unknown as [string, string, string];
    if (field === "event") name = value;
    if (field === "id") id = value;
    if (field === "data") data.push(value);
  }
}

/** Yields the complete lines of a stream, which end with CR LF, LF or CR. */
async function* lines(body: ReadableStream<Uint8Array>, idleSeconds: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks(body, idleSeconds)) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/); // a CR at the end may be half of a CR LF
    rest = parts.pop() ?? "";
    if (rest.length > maxEvent) throw new ProtocolError("The server sent an event that is too long");
    yield* parts;
  }
}

/** Yields the parts of a body as they come. Leaving the loop closes the connection. */
async function* chunks(body: ReadableStream<Uint8Array>, idleSeconds: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader(); // not every browser can iterate over a ReadableStream
  try {
    for (;;) {
      const { value, done } = await within(idleSeconds, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // a connection that broke is closed already
  }
}

/** Waits for read, but not for longer than so many seconds. */
async function within<T>(seconds: number, read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new IncompleteError("The server has gone silent")), seconds * 1000);
  });
  try {
    return await Promise.race([read, silent]);
  } finally {
    clearTimeout(timer);
  }
}
