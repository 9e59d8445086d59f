import { ApiError, BiomError } from "./errors.js";
import { sleep } from "./sleep.js";

/** A stream that lasts so long, in milliseconds, was of use, even if no event came. */
const lasting = 10_000;

/** Decides how often a request is sent again, and waits for that. */
export class Retries {
  #failures = 0;
  #began = 0; // when the first of these failures was, in milliseconds
  #opened = Infinity; // when the current stream was opened

  /** The request is sent again for so many seconds after its first failure. */
  constructor(
    private readonly seconds: number,
    private readonly signal?: AbortSignal,
  ) {}

  /** Forgets the failures, because the request got further. */
  reset(): void {
    this.#failures = 0;
  }

  /** Notes that a stream begins. */
  opened(): void {
    this.#opened = Date.now();
  }

  /** Waits for the time of the next try. If there should be none, it throws the error. */
  async failed(error: unknown): Promise<void> {
    if (!(error instanceof BiomError) || !error.retryable) throw error;
    const now = Date.now();
    if (now - this.#opened > lasting) this.reset();
    if (this.#failures === 0) this.#began = now;
    const wait = (error instanceof ApiError && error.retryAfter) || backoff(this.#failures);
    if (now + wait * 1000 > this.#began + this.seconds * 1000) throw error;
    this.#failures++;
    this.#opened = Infinity;
    await sleep(wait, this.signal);
  }
}

/** Half a second that doubles up to 15, less a random part, so that clients do not come back together. */
function backoff(failures: number): number {
  return Math.min(0.5 * 2 ** failures, 15) * (0.5 + Math.random() / 2);
}
