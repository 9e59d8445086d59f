import { apiError, BiomError, IncompleteError, ProtocolError } from "./errors.js";
import { isObject } from "./json.js";
import type { ProgressEvent } from "./openapi.js";
import type { Config } from "./options.js";
import { parseProblem } from "./problem.js";
import { parseResponse, readResult, resultOf, type Result } from "./result.js";
import { parseEvents, type ServerSentEvent } from "./sse.js";
import { hasMediaType, type Transport } from "./transport.js";

/** A step of the processing. Later versions of the service may add members. */
export type ProgressUpdate = { type: "progress"; id: string } & ProgressEvent;

/** The end of the processing. */
export interface ResultUpdate {
  type: "result";
  id: string;
  result: Result;
}

export type StreamEvent = ProgressUpdate | ResultUpdate;

/** Where the events of a request come from. */
export interface Source {
  /** Sends the request, whose answer is the stream from its beginning. Not needed if there is a job. */
  begin?: () => Promise<Response>;
  /** The job whose events are read. Undefined until the service has made one. */
  job?: string | undefined;
  /** The last event that was seen before. */
  after?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Yields the events of a request until its result. A connection that breaks is opened again: a job's
 * events go on after the last one, and a request without a job is sent again under its idempotency key.
 */
export async function* follow(transport: Transport, source: Source): AsyncGenerator<StreamEvent> {
  const retries = transport.retries(source.signal);
  const log = new EventLog(source.after, transport.config);
  let { job } = source;
  for (;;) {
    try {
      const response = await (source.begin && job === undefined ? source.begin() : openEvents(transport, source, job, log.lastID));
      retries.opened();
      if (response.status === 204) return;
      job ??= jobID(response);
      if (hasMediaType(response, "application/json")) {
        // From a server or a proxy without streams.
        yield { type: "result", id: "", result: await transport.complete(readResult(response), source.signal) };
        return;
      }
      for await (const event of serverEvents(transport, response, source.signal)) {
        const update = log.read(event, response.headers);
        if (!update) continue;
        retries.reset();
        yield update;
        if (update.type === "result") return;
      }
      throw new IncompleteError("The stream ended before the result came");
    } catch (error) {
      if (log.failed && job !== undefined) throw error; // the job has ended with it
      await retries.failed(error);
      if (job === undefined) log.beginAgain();
    }
  }
}

function openEvents(transport: Transport, source: Source, job: string | undefined, after: string | undefined): Promise<Response> {
  return transport.send({ path: `/api/v1/biom/jobs/${job}/events`, headers: { "Last-Event-ID": after }, signal: source.signal });
}

/** Returns the ID of the job that a response names in Location. */
export function jobID(response: Response): string | undefined {
  return /\/jobs\/([0-9a-f]+)$/.exec(response.headers.get("Location") ?? "")?.[1];
}

/** Yields the events of one response until it ends. */
export async function* serverEvents(transport: Transport, response: Response, signal?: AbortSignal): AsyncGenerator<ServerSentEvent> {
  if (!response.body || !hasMediaType(response, "text/event-stream")) {
    await response.body?.cancel();
    throw new ProtocolError("The server's answer is not a stream of events: something between may have answered in its place");
  }
  try {
    yield* parseEvents(response.body, transport.config.streamIdle);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof BiomError) throw cause;
    throw new IncompleteError("The connection ended before the result came", { cause });
  }
}

/** What was seen of a request over all its connections. */
class EventLog {
  /** Whether the request ended with an error. */
  failed = false;
  #progress = -1;
  #alreadySeen = -1;
  #withheld: readonly string[] = [];

  constructor(
    public lastID: string | undefined,
    private readonly config: Config,
  ) {}

  /** Expects the same events once more, from the first one. */
  beginAgain(): void {
    this.#alreadySeen = this.#progress;
    this.failed = false;
  }

  /** Returns what an event says. Undefined: nothing new, or an event of a later version of the service. An error event is thrown. */
  read({ name, id, data }: ServerSentEvent, headers: Headers): StreamEvent | undefined {
    this.lastID = id;
    switch (name) {
      case "progress":
        return this.#readProgress(id, parseData(data) as ProgressEvent);
      case "result":
        return { type: "result", id, result: resultOf(parseResponse(parseData(data)), headers, this.#withheld) };
      case "error":
        this.failed = true;
        throw apiError(parseProblem(parseData(this.config.redact(data))) ?? { status: 500, message: "The server ended the stream with an error that cannot be read" });
      default:
        return undefined;
    }
  }

  #readProgress(id: string, event: ProgressEvent): ProgressUpdate | undefined {
    // An attempt may name values that are read again for it; what is withheld in the end, the validation names.
    if (event.stage === "extracting") this.#withheld = [];
    if (event.stage === "validating" && event.fields) this.#withheld = event.fields;
    if (event.progress <= this.#alreadySeen) return undefined;
    this.#progress = event.progress;
    return { type: "progress", id, ...event };
  }
}

/** Reads the data of an event, which is always an object. */
export function parseData(data: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    // not JSON
  }
  if (!isObject(value)) throw new ProtocolError("The server sent an event that cannot be read");
  return value;
}
