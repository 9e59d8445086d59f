// The files of a batch, a few of which are sent at a time.
//
//   waiting ──▶ running ──▶ done
//    ▲   ▲        │ ├─────▶ failed ─────┐
//    │   └────────┘ └─────▶ cancelled ──┤
//    └──────────── retry ◀──────────────┘
//
// A job goes from running back to waiting if the service was too busy or the
// connection broke. Then the whole batch pauses, because the other files would
// fail in the same way.

import { Pace } from './pace.js';
import { Pause } from './pause.js';
import { newKey } from './files.js';

const maxRunning = 4; // browsers open six connections to a host
const maxLosses = 5; // broken connections of one file while other files succeed

export class Queue {
  jobs = []; // in the order in which they were added
  pace = new Pace();
  #waiting = []; // may contain jobs that were cancelled; #fill skips them
  #running = 0;
  #lastId = 0;
  #reached = 0; // how often the service was reached
  #send;
  #options;
  #changed;

  /**
   * @param send (file, {share, tier, key, signal, onProgress}) → Promise
   * @param options () → {share, tier} of files that are sent for the first time
   * @param changed is called when the page has to be drawn
   */
  constructor({ send, options, changed }) {
    this.#send = send;
    this.#options = options;
    this.#changed = changed;
    this.pause = new Pause(() => this.#fill());
  }

  /** Adds files, [{file, path}]. */
  add(files) {
    for (const { file, path } of files) this.#enqueue({ id: ++this.#lastId, file, path, losses: 0 });
    this.#fill();
  }

  /** Reports whether a job is running or waiting. */
  get busy() {
    return this.#running > 0 || this.jobs.some((job) => job.state === 'waiting');
  }

  cancel(...jobs) {
    for (const job of jobs) {
      if (job.state === 'running') job.abort.abort(); // then send fails, and #failed sets the state
      if (job.state === 'waiting') job.state = 'cancelled';
    }
    this.#fill();
  }

  retry(...jobs) {
    for (const job of jobs) this.#enqueue(Object.assign(job, { losses: 0, lostAt: undefined, failure: undefined }), true);
    this.#fill();
  }

  /** Removes jobs from the list, except for those that run or wait. */
  remove(...jobs) {
    const removed = new Set(jobs);
    this.jobs = this.jobs.filter((job) => !removed.has(job) || job.state === 'running' || job.state === 'waiting');
    this.#changed();
  }

  /** All files that were added, also those of joined jobs: [{file, path}]. */
  get files() {
    const parts = (job) => (job.parts ? job.parts.flatMap(parts) : [job]);
    return this.jobs.flatMap(parts);
  }

  /** Puts one job with this result in the place of two that are done, and returns it. Its parts are the two. */
  join(first, second, result) {
    const joined = { ...first, id: ++this.#lastId, path: `${first.path} + ${second.path}`, parts: [first, second], result,
      options: { ...first.options, share: first.options.share && second.options.share }, checked: false, open: false };
    this.jobs = this.jobs.filter((job) => job !== second).map((job) => (job === first ? joined : job));
    this.#changed();
    return joined;
  }

  /** Puts the two parts of a joined job in its place again. */
  split(joined) {
    this.jobs = this.jobs.flatMap((job) => (job === joined ? joined.parts : [job]));
    this.#changed();
  }

  #enqueue(job, listed = false) {
    Object.assign(job, { state: 'waiting', progress: 0, stage: '' });
    if (!listed) this.jobs.push(job);
    this.#waiting.push(job);
  }

  #fill() {
    if (!this.busy) this.pause.clear(); // no job waits for its end
    if (this.#running === 0) this.pace.begin(Date.now());
    while (!this.pause.on && this.#running < maxRunning) {
      const job = this.#waiting.shift();
      if (!job) break;
      if (job.state === 'waiting') this.#run(job);
    }
    this.#changed();
  }

  async #run(job) {
    this.#running++;
    job.key ??= newKey();
    if (!job.maybeSent) job.options = { ...this.#options() };
    Object.assign(job, { state: 'running', stage: 'sending', abort: new AbortController() });
    try {
      job.result = await this.#send(job.file, { ...job.options, key: job.key, signal: job.abort.signal, onProgress: (e) => this.#advance(job, e) });
      this.#end(job, 'done');
    } catch (failure) {
      this.#failed(job, failure);
    }
    this.#running--;
    this.#fill();
  }

  #advance(job, { stage, progress, attempt }) {
    if (stage !== 'sending') this.#reached++;
    Object.assign(job, { stage, progress, attempt });
    this.#changed();
  }

  // A request that may have reached the service is repeated unchanged, with its
  // key. A final failure drops the key, because a repeat would only get the
  // same failure again.
  #failed(job, failure) {
    if (failure.aborted || failure.offline || !failure.code) job.maybeSent = true;
    if (failure.aborted) return this.#end(job, 'cancelled');
    if (failure.offline && !this.#mayRepeat(job)) return this.#end(job, 'failed', failure);
    if (failure.offline || wasBusy(failure)) return this.#waitAgain(job, failure);
    Object.assign(job, { key: undefined, maybeSent: false });
    this.#end(job, 'failed', failure);
  }

  // Counts a lost connection and reports whether the job may be sent again. One
  // outage of the service counts once, however often the job is lost in it.
  #mayRepeat(job) {
    if (job.lostAt !== this.#reached) job.losses++;
    job.lostAt = this.#reached;
    return job.losses <= maxLosses;
  }

  #waitAgain(job, failure) {
    Object.assign(job, { state: 'waiting', progress: 0, stage: '' });
    this.#waiting.unshift(job);
    this.pause.begin(failure);
  }

  #end(job, state, failure) {
    Object.assign(job, { state, failure });
    if (state === 'cancelled') return;
    if (!failure?.offline) this.#reached++;
    this.pause.succeeded();
    this.pace.note(Date.now());
  }
}

// Reports whether the service, or a proxy in front of it, was too busy. A 502 or
// 504 of the service itself, which has a code, is final.
const wasBusy = ({ status, code }) => [408, 429, 503].includes(status) || ([502, 504].includes(status) && !code);
