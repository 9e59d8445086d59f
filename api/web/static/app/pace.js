// How fast a batch goes, and how long it will take.

const looked = 30; // at so many last ends

/** The ends of a batch's files since it began to run. */
export class Pace {
  #ends = [];

  /** The batch begins to run, or goes on after a pause. */
  begin(now) {
    this.#ends = [now];
  }

  /** A file has ended. */
  note(now) {
    this.#ends.push(now);
    if (this.#ends.length > looked + 1) this.#ends.shift();
  }

  /** Files a minute, undefined before anything has ended. */
  rate(now) {
    const [first] = this.#ends;
    return this.#ends.length > 1 && now > first ? ((this.#ends.length - 1) / (now - first)) * 60_000 : undefined;
  }

  /** Seconds that so many more will take, undefined before anything has ended. */
  left(now, files) {
    const rate = this.rate(now);
    return rate && (files / rate) * 60;
  }
}
