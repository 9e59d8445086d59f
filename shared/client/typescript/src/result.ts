import { ProtocolError } from "./errors.js";
import { isObject } from "./json.js";
import type { StandardAPIResponse } from "./openapi.js";
import { readJSON } from "./transport.js";

/** A report, and what the service says about it outside the report. */
export interface Result {
  response: StandardAPIResponse;
  /** The paths of values that were read, are in doubt and are null for that, such as `right_eye.K1_axis`. */
  withheld: readonly string[];
  /** Whether this is the answer to an earlier request with the same idempotency key. */
  replayed: boolean;
  /** Why the service key was not used; undefined if it was used, or none was sent. */
  keyStatus: "invalid" | "unknown" | undefined;
}

/** Reads the answer to process or retrieve. */
export async function readResult(response: Response): Promise<Result> {
  const body = parseResponse(await readJSON(response));
  return resultOf(body, list(response.headers.get("X-Biom-Withheld")), response.headers);
}

export function resultOf(response: StandardAPIResponse, withheld: readonly string[] = [], headers?: Headers): Result {
  const keyStatus = headers?.get("X-API-Key-Status");
  return {
    response,
    withheld,
    replayed: headers?.get("Idempotency-Replayed") === "true",
    keyStatus: keyStatus === "invalid" || keyStatus === "unknown" ? keyStatus : undefined,
  };
}

/** Checks that a document is a response, and not what a proxy or another service says. */
export function parseResponse(document: unknown): StandardAPIResponse {
  if (!isObject(document) || !isObject(document["data"]) || !isObject(document["metadata"])) {
    throw new ProtocolError("The server's answer is not a complete response");
  }
  return document as StandardAPIResponse;
}

/** Splits a header with a comma-separated list. */
function list(header: string | null): string[] {
  return (header ?? "").split(",").map((item) => item.trim()).filter((item) => item !== "");
}
