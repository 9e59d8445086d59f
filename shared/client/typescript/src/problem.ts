import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ExtractionError,
  ExtractionTimeoutError,
  FileError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  UnavailableError,
  ValidationError,
  type ErrorCode,
  type Problem,
} from "./errors.js";
import { isObject, text } from "./json.js";
import type { ErrorDetails } from "./openapi.js";

type ErrorClass = new (problem: Problem) => ApiError;

const classesByCode: Partial<Record<ErrorCode, ErrorClass>> = {
  FILE_VALIDATION_ERROR: FileError,
  NOT_FOUND: NotFoundError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  REQUEST_VALIDATION_ERROR: ValidationError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
  EXTRACTION_FAILED: ExtractionError,
  EXTRACTION_TIMEOUT: ExtractionTimeoutError,
};

const classesByStatus: Record<number, ErrorClass> = {
  401: AuthenticationError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: ValidationError,
  429: RateLimitError,
  503: UnavailableError,
};

/** Returns the error of the class that fits the code, or else the status. */
export function apiError(problem: Problem): ApiError {
  const byCode = problem.code && classesByCode[problem.code];
  return new (byCode ?? classesByStatus[problem.status] ?? ApiError)(problem);
}

/** Longer than any window of the service, in seconds. */
const maxRetryAfter = 31 * 24 * 60 * 60;

/**
 * Reads an error body in its three forms: with an error object; with only a detail; and, in a
 * stream or a job, with the status and the Retry-After that a response would have had.
 * Returns undefined if the body is something else.
 */
export function parseProblem(body: unknown): Problem | undefined {
  if (!isObject(body)) return undefined;
  const error = isObject(body["error"]) ? body["error"] : undefined;
  const message = error ? text(error["message"]) : text(body["detail"]);
  if (!error && !message) return undefined;
  return {
    status: typeof body["status"] === "number" ? body["status"] : 500,
    message: message || "The service gave no reason",
    code: text(error?.["code"]) as ErrorCode | undefined,
    requestId: text(error?.["request_id"]),
    details: isObject(error?.["details"]) ? (error["details"] as ErrorDetails) : undefined,
    retryAfter: wholeSeconds(Number(body["retry_after"])),
  };
}

/** Returns the problem of a response that has an error status. */
export function problemOf(response: Response, body: string): Problem {
  const retryAfter = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
  const requestId = response.headers.get("X-Request-ID") ?? undefined;
  const problem = parseProblem(parsed(body)) ?? { status: response.status, message: foreignMessage(response) };
  return {
    ...problem,
    status: response.status,
    requestId: problem.requestId ?? requestId,
    retryAfter: retryAfter ?? problem.retryAfter,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The message for an answer without the service's error body. The content, such as a proxy's page, is not shown. */
function foreignMessage(response: Response): string {
  const status = `${response.status} ${response.statusText}`.trim();
  return `The server answered "${status}" without the service's error body: something between may have answered in its place`;
}

/** Reads Retry-After: seconds, or a date as some proxies write it. Undefined if it is neither. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  return wholeSeconds(Number.isNaN(seconds) ? (Date.parse(header) - now) / 1000 : seconds);
}

/** Rounds up, so that a client that waits so long is not too early. */
function wholeSeconds(seconds: number): number | undefined {
  return seconds > 0 ? Math.ceil(Math.min(seconds, maxRetryAfter)) : undefined;
}
