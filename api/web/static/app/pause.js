// The pause of a batch while the service is busy or unavailable.

const maxSeconds = 30; // seconds, if the service names no time
const maxUnsuccessful = 25; // pauses without success, about ten minutes; then the batch waits until the user continues it

export class Pause {
  on = false;
  until = 0; // the end in milliseconds; Infinity: until the user continues
  failure; // the reason
  #unsuccessful = 0; // pauses since the last success
  #timer;
  #onResume;

  /** @param onResume is called when the pause has ended */
  constructor(onResume) {
    this.#onResume = onResume;
    globalThis.addEventListener?.('online', () => this.failure?.offline && this.resume());
  }

  /** Pauses for the time that the failure names. Without one, each pause is longer than the last. */
  begin(failure) {
    if (!this.on) this.#unsuccessful++;
    const seconds = Math.max(failure.retryAfter ?? 0, backoff(this.#unsuccessful));
    const until = this.#unsuccessful > maxUnsuccessful && failure.offline ? Infinity : Date.now() + seconds * 1000;
    if (this.on && until <= this.until) return;
    Object.assign(this, { on: true, until, failure });
    clearTimeout(this.#timer);
    if (until !== Infinity) this.#timer = setTimeout(() => this.resume(), Math.min(seconds * 1000, 2 ** 31 - 1));
  }

  /** Ends the pause and continues the batch. */
  resume() {
    if (!this.on) return;
    this.clear();
    this.#onResume();
  }

  /** Ends the pause of a batch in which no file waits any more. */
  clear() {
    clearTimeout(this.#timer);
    Object.assign(this, { on: false, until: 0, failure: undefined });
  }

  /** Notes that the service has completed a request. */
  succeeded() {
    this.#unsuccessful = 0;
  }
}

const backoff = (n) => Math.min(2 ** (n - 1), maxSeconds);
