import type { Error as ErrorBody, ErrorDetails, Fault } from "./openapi.js";

/** The stable codes of the service's errors. */
export type ErrorCode = ErrorBody["code"];

/** Every error of this client, except that a signal that aborts throws its own reason. No error contains a key. */
export class BiomError extends Error {
  static {
    this.prototype.name = "BiomError";
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return false;
  }
}

/** There was no answer: the service cannot be reached, or the connection broke. `cause` has the reason. */
export class ConnectionError extends BiomError {
  static {
    this.prototype.name = "ConnectionError";
  }

  override get retryable(): boolean {
    return true;
  }
}

/** An answer began and did not come to its end, or a stream was silent for too long. */
export class IncompleteError extends ConnectionError {
  static {
    this.prototype.name = "IncompleteError";
  }
}

/** An answer that the service does not give: the address is wrong, or something between has answered in its place. */
export class ProtocolError extends BiomError {
  static {
    this.prototype.name = "ProtocolError";
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

  static {
    this.prototype.name = "ApiError";
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
  static {
    this.prototype.name = "FileError";
  }
}

/** 401: the route needs a valid service key. */
export class AuthenticationError extends ApiError {
  static {
    this.prototype.name = "AuthenticationError";
  }
}

/** 404: what was asked for does not exist, has expired, or belongs to somebody else. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = "NotFoundError";
  }
}

/** 409: another rating was given before. */
export class ConflictError extends ApiError {
  static {
    this.prototype.name = "ConflictError";
  }
}

/** 413: the upload is too large. */
export class PayloadTooLargeError extends ApiError {
  static {
    this.prototype.name = "PayloadTooLargeError";
  }
}

/** 422: the document or the request is not valid. `faults` lists everything that was found. */
export class ValidationError extends ApiError {
  static {
    this.prototype.name = "ValidationError";
  }
}

/** 429: a quota is used up; `retryAfter` says for how long. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = "RateLimitError";
  }

  /** The quota that is used up. */
  get bucket(): ErrorDetails["bucket"] {
    return this.details?.bucket;
  }
}

/** 500: the document could not be read. `reason` says why. */
export class ExtractionError extends ApiError {
  static {
    this.prototype.name = "ExtractionError";
  }
}

/** 504: reading the document took too long. */
export class ExtractionTimeoutError extends ApiError {
  static {
    this.prototype.name = "ExtractionTimeoutError";
  }
}

/** 503: the service is busy or is being restarted. */
export class UnavailableError extends ApiError {
  static {
    this.prototype.name = "UnavailableError";
  }
}
