import { ProtocolError } from "./errors.js";
import { isObject } from "./json.js";
import type { BiometryReport, StandardAPIResponse } from "./openapi.js";
import { readJSON } from "./transport.js";

/** A report, and what the service says about it outside the report. */
export class Result {
  constructor(
    readonly response: StandardAPIResponse,
    /** The paths of values that were read, are in doubt and are null for that, such as `right_eye.K1_axis`. */
    readonly withheld: readonly string[] = [],
    /** Whether this is the answer to an earlier request with the same idempotency key. */
    readonly replayed: boolean = false,
    /** Why the service key was not used; undefined if it was used, or none was sent. */
    readonly keyStatus?: "invalid" | "unknown",
  ) {}

  /** The report itself. */
  get data(): BiometryReport {
    return this.response.data;
  }

  /** The share code, if a share was asked for and could be made. */
  get shareCode(): string | undefined {
    return this.response.biompin?.pin ?? undefined;
  }
}

/** Reads the answer to process or retrieve. */
export async function readResult(response: Response): Promise<Result> {
  const body = parseResponse(await readJSON(response));
  return resultOf(body, response.headers, list(response.headers.get("X-Biom-Withheld")));
}

/** Returns a result with what the headers of its answer say. */
export function resultOf(response: StandardAPIResponse, headers: Headers, withheld: readonly string[]): Result {
  const status = headers.get("X-API-Key-Status");
  const keyStatus = status === "invalid" || status === "unknown" ? status : undefined;
  return new Result(response, withheld, headers.get("Idempotency-Replayed") === "true", keyStatus);
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
