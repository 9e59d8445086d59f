// The pause of a batch while the service is busy or away.

const longest = 30; // seconds, where the service names no time
const tries = 25; // that come to nothing one after another, some ten minutes: then somebody has to look

export class Pause {
  on = false;
  until = 0; // Infinity: until somebody says so
  failure; // why
  #vain = 0; // pauses one after another that were of no use
  #timer;
  #resume;

  /** @param resume is called when the pause is over */
  constructor(resume) {
    this.#resume = resume;
    globalThis.addEventListener?.('online', () => this.failure?.offline && this.over());
  }

  /** Pauses for as long as the failure says, else longer each time. */
  begin(failure) {
    if (!this.on) this.#vain++;
    const seconds = Math.max(failure.retryAfter ?? 0, growing(this.#vain));
    const until = this.#vain > tries && failure.offline ? Infinity : Date.now() + seconds * 1000;
    if (this.on && until <= this.until) return;
    Object.assign(this, { on: true, until, failure });
    clearTimeout(this.#timer);
    if (until !== Infinity) this.#timer = setTimeout(() => this.over(), Math.min(seconds * 1000, 2 ** 31 - 1));
  }

  /** Goes on. */
  over() {
    if (!this.on) return;
    this.end();
    this.#resume();
  }

  /** Ends the pause because nothing waits any more. */
  end() {
    clearTimeout(this.#timer);
    Object.assign(this, { on: false, until: 0, failure: undefined });
  }

  /** The service does its work. */
  works() {
    this.#vain = 0;
  }
}

const growing = (n) => Math.min(2 ** (n - 1), longest);
