// The speed of a batch and the time that it will still take.

const sampleSize = 30; // the speed is computed from this many last files

/** Pace records when the files of a batch end. All times are in milliseconds. */
export class Pace {
  #ends = [];

  /** Notes that the batch begins to run, or continues after a pause. */
  begin(now) {
    this.#ends = [now];
  }

  /** Notes that a file has ended. */
  note(now) {
    this.#ends.push(now);
    if (this.#ends.length > sampleSize + 1) this.#ends.shift();
  }

  /** The files per minute, undefined before the first file has ended. */
  rate(now) {
    const [first] = this.#ends;
    return this.#ends.length > 1 && now > first ? ((this.#ends.length - 1) / (now - first)) * 60_000 : undefined;
  }

  /** The seconds that this many more files will take, undefined before the first file has ended. */
  remaining(now, files) {
    const rate = this.rate(now);
    return rate && (files / rate) * 60;
  }
}
