// The files of a batch, a few of which are sent at a time.
//
//   waiting ──▶ running ──▶ done
//    ▲   ▲        │ ├─────▶ failed ─────┐
//    │   └────────┘ └─────▶ cancelled ──┤
//    └──────────── retry ◀──────────────┘
//
// From running back to waiting goes what the service was too busy for, or whose
// connection broke. Then all of the batch pauses: what one file was told holds
// for the others.

import { Pace } from './pace.js';
import { Pause } from './pause.js';
import { newKey } from './files.js';

const atOnce = 4; // browsers open six connections to a host
const mostLosses = 5; // broken connections of one file while others get through

export class Queue {
  jobs = []; // in the order in which they were added
  pace = new Pace();
  #waiting = []; // whoever is here and no longer waiting is passed over
  #running = 0;
  #lastId = 0;
  #answers = 0; // signs of life of the service
  #send;
  #options;
  #changed;

  /**
   * @param send (file, {share, tier, key, signal, onProgress}) → Promise
   * @param options () → {share, tier} for files that are sent for the first time
   * @param changed is called when something is to be drawn
   */
  constructor({ send, options, changed }) {
    this.#send = send;
    this.#options = options;
    this.#changed = changed;
    this.pause = new Pause(() => this.#fill());
  }

  /** Adds files, [{file, path}]. */
  add(files) {
    for (const { file, path } of files) this.#wait({ id: ++this.#lastId, file, path, losses: 0 });
    this.#fill();
  }

  /** Whether something is running or waits for its turn. */
  get busy() {
    return this.#running > 0 || this.jobs.some((job) => job.state === 'waiting');
  }

  cancel(...jobs) {
    for (const job of jobs) {
      if (job.state === 'running') job.abort.abort(); // its end is told by send
      if (job.state === 'waiting') job.state = 'cancelled';
    }
    this.#fill();
  }

  retry(...jobs) {
    for (const job of jobs) this.#wait(Object.assign(job, { losses: 0, lostAt: undefined, failure: undefined }), true);
    this.#fill();
  }

  /** Takes jobs that have ended off the list. */
  remove(...jobs) {
    const gone = new Set(jobs);
    this.jobs = this.jobs.filter((job) => !gone.has(job) || job.state === 'running' || job.state === 'waiting');
    this.#changed();
  }

  #wait(job, known = false) {
    Object.assign(job, { state: 'waiting', progress: 0, stage: '' });
    if (!known) this.jobs.push(job);
    this.#waiting.push(job);
  }

  #fill() {
    if (!this.busy) this.pause.end(); // nothing waits for its end
    if (this.#running === 0) this.pace.begin(Date.now());
    while (!this.pause.on && this.#running < atOnce) {
      const job = this.#waiting.shift();
      if (!job) break;
      if (job.state === 'waiting') this.#run(job);
    }
    this.#changed();
  }

  async #run(job) {
    this.#running++;
    job.key ??= newKey();
    if (!job.doubtful) job.options = { ...this.#options() };
    Object.assign(job, { state: 'running', stage: 'sending', abort: new AbortController() });
    try {
      job.answer = await this.#send(job.file, { ...job.options, key: job.key, signal: job.abort.signal, onProgress: (e) => this.#advance(job, e) });
      this.#end(job, 'done');
    } catch (failure) {
      this.#failed(job, failure);
    }
    this.#running--;
    this.#fill();
  }

  #advance(job, { stage, progress, attempt }) {
    if (stage !== 'sending') this.#answers++;
    Object.assign(job, { stage, progress, attempt });
    this.#changed();
  }

  // A request that may have arrived is repeated as it was, under its key. What
  // failed for good would only fail again under it.
  #failed(job, failure) {
    if (failure.aborted || failure.offline || !failure.code) job.doubtful = true;
    if (failure.aborted) return this.#end(job, 'cancelled');
    if (failure.offline && !this.#lost(job)) return this.#end(job, 'failed', failure);
    if (failure.offline || busy(failure)) return this.#again(job, failure);
    Object.assign(job, { key: undefined, doubtful: false });
    this.#end(job, 'failed', failure);
  }

  // An outage of the service counts once for a file, however long it lasts.
  #lost(job) {
    if (job.lostAt !== this.#answers) job.losses++;
    job.lostAt = this.#answers;
    return job.losses <= mostLosses;
  }

  #again(job, failure) {
    Object.assign(job, { state: 'waiting', progress: 0, stage: '' });
    this.#waiting.unshift(job);
    this.pause.begin(failure);
  }

  #end(job, state, failure) {
    Object.assign(job, { state, failure });
    if (state === 'cancelled') return;
    if (!failure?.offline) this.#answers++;
    this.pause.works();
    this.pace.note(Date.now());
  }
}

// The service, or a proxy before it, has no time. The service's own 502 or 504
// is its last word.
const busy = ({ status, code }) => [408, 429, 503].includes(status) || ([502, 504].includes(status) && !code);
