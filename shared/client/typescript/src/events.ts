import { ProtocolError } from "./errors.js";
import { isObject } from "./json.js";
import type { ProgressEvent } from "./openapi.js";
import { apiError, parseProblem } from "./problem.js";
import { parseResponse, resultOf, type Result } from "./result.js";
import type { ServerSentEvent } from "./sse.js";

/** A step of the processing. Later versions of the service may add members. */
export type ProgressUpdate = { type: "progress"; id: string } & ProgressEvent;

/** The end of the processing. */
export interface ResultUpdate {
  type: "result";
  id: string;
  result: Result;
}

export type StreamEvent = ProgressUpdate | ResultUpdate;

/** Reads the events of one request or job, over all its connections. */
export class EventReader {
  #progress = -1;
  #seenBefore = -1;
  #withheld: readonly string[] = [];

  /** Expects the same events once more, from the first one. */
  beginAgain(): void {
    this.#seenBefore = this.#progress;
  }

  /**
   * Returns what an event says. Undefined: nothing new, or an event of a later version of the
   * service. An error event is thrown as the error that a response would have been.
   */
  read({ name, id, data }: ServerSentEvent, headers = new Headers()): StreamEvent | undefined {
    switch (name) {
      case "progress":
        return this.#readProgress(id, parseData(data) as ProgressEvent);
      case "result":
        return { type: "result", id, result: resultOf(parseResponse(parseData(data)), headers, this.#withheld) };
      case "error":
        throw apiError(parseProblem(parseData(data)) ?? { status: 500, message: "The server ended the stream with an error that cannot be read" });
      default:
        return undefined;
    }
  }

  #readProgress(id: string, event: ProgressEvent): ProgressUpdate | undefined {
    // A new attempt may name values that are read again for it; what is withheld in the end, the validation names.
    if (event.stage === "extracting") this.#withheld = [];
    if (event.stage === "validating" && event.fields) this.#withheld = event.fields;
    if (event.progress <= this.#seenBefore) return undefined;
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
