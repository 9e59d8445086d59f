// Which reports of a batch a person has to look at, and why.

import { withheld } from './measure.js';
import { marksOf, unusual } from './unusual.js';

const known = new WeakMap(); // response → {doubts, marks}: a list of hundreds is drawn ten times a second

function look(response) {
  if (!known.has(response)) known.set(response, found(response));
  return known.get(response);
}

function found(response) {
  const all = unusual(response);
  const remarks = response.extra_data?.notes ? 1 : 0; // the device's warnings
  return { doubts: withheld(response).length + all.length + remarks, marks: marksOf(all) };
}

/**
 * The number of doubts about a response, each counted once: values that are withheld, values that are unusual,
 * differences between the eyes, and remarks of the device.
 */
export const doubtsIn = (response) => look(response).doubts;

/** The signs of an unusual value, undefined if it is not unusual. */
export const signsOf = (response, eye, name) => look(response).marks.get(`${eye}.${name}`);

/** How the files of a batch stand for a person, in the order of the filter. */
export const stands = ['check', 'ready', 'checked', 'open', 'failed'];

/** How a job stands: an element of stands. */
export function standOf(job) {
  if (job.state === 'waiting' || job.state === 'running') return 'open';
  if (job.state !== 'done') return 'failed';
  return job.checked ? 'checked' : needed(job);
}

const needed = (job) => (doubtsIn(job.result.response) ? 'check' : 'ready');

// A report keeps its place when it is marked as checked: it would move away from under the reader's eyes.
const ranks = ['check', 'failed', 'open', 'ready'];
const rank = (job) => ranks.indexOf(job.state === 'done' ? needed(job) : standOf(job));

/** The jobs with those first that need a look; otherwise in their order. */
export const lookFirst = (jobs) => [...jobs].sort((a, b) => rank(a) - rank(b));

/** The number of jobs of each stand. */
export function countStands(jobs) {
  const count = Object.fromEntries(stands.map((stand) => [stand, 0]));
  for (const job of jobs) count[standOf(job)]++;
  return count;
}
