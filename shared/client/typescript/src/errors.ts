import type { Error as ErrorBody, ErrorDetails, Fault } from "./openapi.js";

/** The stable codes of the service's errors. */
export type ErrorCode = ErrorBody["code"];

/** Every error of this client, except that a signal that aborts throws its own reason. No error contains a key. */
export class BiomError extends Error {
  override get name(): string {
    return "BiomError";
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return false;
  }
}

/** There was no answer: the service cannot be reached, or the connection broke. `cause` has the reason. */
export class ConnectionError extends BiomError {
  override get name(): string {
    return "ConnectionError";
  }

  override get retryable(): boolean {
    return true;
  }
}

/** An answer began and did not come to its end, or a stream was silent for too long. */
export class IncompleteError extends ConnectionError {
  override get name(): string {
    return "IncompleteError";
  }
}

/** An answer that the service does not give: the address is wrong, or something between has answered in its place. */
export class ProtocolError extends BiomError {
  override get name(): string {
    return "ProtocolError";
  }
}

/** What an error answer says, whether it came as a response or as an event of a stream. */
export interface Problem {
  status: number;
  message: string;
  code?: ErrorCode | undefined;
  requestId?: string | undefined;
  details?: ErrorDetails | undefined;
  retryAfter?: number | undefined;
}

/** An error answer of the service, or of a proxy before it. `message` is for people. */
export class ApiError extends BiomError {
  /** The HTTP status; in a stream, the status that a response would have had. */
  readonly status: number;
  /** Undefined if the answer did not have the service's error body. */
  readonly code: ErrorCode | undefined;
  /** To be quoted when the error is reported. */
  readonly requestId: string | undefined;
  readonly details: ErrorDetails | undefined;
  /** After how many seconds the request may be sent again, if the service said so. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem) {
    super(problem.message);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.details = problem.details;
    this.retryAfter = problem.retryAfter;
  }

  override get name(): string {
    return "ApiError";
  }

  /** Every fault of an upload or a request, with its path; empty if the answer lists none. */
  get faults(): readonly Fault[] {
    return this.details?.errors ?? [];
  }

  /** Why a document was not read, such as `no_biometry_found`. */
  get reason(): string | undefined {
    return this.details?.reason;
  }

  override get retryable(): boolean {
    switch (this.status) {
      case 408:
      case 429:
      case 503:
        return true;
      case 502:
      case 504: // with a code it is the service's final answer, without one it comes from a proxy
        return this.code === undefined;
      default:
        return false;
    }
  }
}

/** 400: the file is not what its extension says, or cannot be read. `reason` may say more. */
export class FileError extends ApiError {
  override get name(): string {
    return "FileError";
  }
}

/** 401: the route needs a valid service key. */
export class AuthenticationError extends ApiError {
  override get name(): string {
    return "AuthenticationError";
  }
}

/** 404: what was asked for does not exist, has expired, or belongs to somebody else. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return "NotFoundError";
  }
}

/** 409: another rating was given before. */
export class ConflictError extends ApiError {
  override get name(): string {
    return "ConflictError";
  }
}

/** 413: the upload is too large. */
export class PayloadTooLargeError extends ApiError {
  override get name(): string {
    return "PayloadTooLargeError";
  }
}

/** 422: the document or the request is not valid. `faults` lists everything that was found. */
export class ValidationError extends ApiError {
  override get name(): string {
    return "ValidationError";
  }
}

/** 429: a quota is used up; `retryAfter` says for how long. */
export class RateLimitError extends ApiError {
  override get name(): string {
    return "RateLimitError";
  }

  /** The quota that is used up. */
  get bucket(): ErrorDetails["bucket"] {
    return this.details?.bucket;
  }
}

/** 500: the document could not be read. `reason` says why. */
export class ExtractionError extends ApiError {
  override get name(): string {
    return "ExtractionError";
  }
}

/** 504: reading the document took too long. */
export class ExtractionTimeoutError extends ApiError {
  override get name(): string {
    return "ExtractionTimeoutError";
  }
}

/** 503: the service is busy or is being restarted. */
export class UnavailableError extends ApiError {
  override get name(): string {
    return "UnavailableError";
  }
}

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
