import { BiomError, IncompleteError, ProtocolError } from "./errors.js";
import { EventReader, type StreamEvent } from "./events.js";
import type { CallOptions } from "./options.js";
import { readResult } from "./result.js";
import { parseEvents, type ServerSentEvent } from "./sse.js";
import { hasMediaType, type Call, type Transport } from "./transport.js";

/**
 * Yields the events of an upload until its result. If the connection breaks or the service is busy,
 * the upload is sent again under its idempotency key: the service goes on with the same request.
 */
export async function* uploadEvents(transport: Transport, call: Call): AsyncGenerator<StreamEvent> {
  const retries = transport.retries(call.signal);
  for (const reader = new EventReader(); ; reader.beginAgain()) {
    try {
      const response = await transport.send(call);
      retries.opened();
      if (hasMediaType(response, "application/json")) {
        // From a server or a proxy without streams.
        yield { type: "result", id: "", result: await transport.complete(readResult(response), call.signal) };
        return;
      }
      for await (const event of eventsOf(transport, response, call.signal)) {
        const update = reader.read(event, response.headers);
        if (!update) continue;
        retries.reset();
        yield update;
        if (update.type === "result") return;
      }
      throw new IncompleteError("The stream ended before the result came");
    } catch (error) {
      await retries.failed(error);
    }
  }
}

/** What a stream that was opened before is to go on with. */
export interface Resume extends CallOptions {
  /** The last event that was seen. */
  after?: string | undefined;
}

/**
 * Yields the events of a stream of which the service keeps the events. If the connection breaks, it goes on after
 * the last event. It ends when the service says that there are no more.
 */
export async function* keptEvents(transport: Transport, path: string, { after, signal }: Resume): AsyncGenerator<ServerSentEvent> {
  const retries = transport.retries(signal);
  for (;;) {
    try {
      const response = await transport.send({ path, headers: { "Last-Event-ID": after }, signal });
      if (response.status === 204) return;
      retries.opened();
      for await (const event of eventsOf(transport, response, signal)) {
        after = event.id;
        retries.reset();
        yield event;
      }
      throw new IncompleteError("The stream ended");
    } catch (error) {
      await retries.failed(error);
    }
  }
}

/** Yields the events of one response until it ends. */
async function* eventsOf(transport: Transport, response: Response, signal?: AbortSignal): AsyncGenerator<ServerSentEvent> {
  if (!response.body || !hasMediaType(response, "text/event-stream")) {
    await response.body?.cancel();
    throw new ProtocolError("The server's answer is not a stream of events: something between may have answered in its place");
  }
  const { streamIdle } = transport.config;
  try {
    for await (const event of parseEvents(response.body, streamIdle)) {
      yield event.name === "error" ? { ...event, data: transport.config.redact(event.data) } : event;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof BiomError) throw cause;
    throw new IncompleteError("The connection ended before the stream did", { cause });
  }
}
