// What has been typed into the form, and what is to be said of it.

import { redraw } from './redraw.js';
import { inputs, valueOf } from './form.js';
import { own } from './readings.js';
import { makerOf, ruled } from './rules.js';
import { doubts } from './doubts.js';

let values = {}; // input → what was typed
let faults = {}; // input → what the service said of the value that is still there
let broken = new Set(); // inputs with half a date
let typing; // the input that has the focus and was changed since
let proposed; // the manufacturer that came with the device
let asked = false; // saving was tried: what is missing is told

export const all = () => values;
export const text = (name) => values[name] ?? '';
export const isProposed = () => proposed !== undefined && values['biometer.manufacturer'] === proposed;
export const has = (prefix) => Object.keys(values).some((name) => name.startsWith(prefix) && values[name].trim());

/** Takes what was typed into an input. */
export function type(name, value, half = false) {
  typing = name;
  set(name, value);
  if (half) broken.add(name);
  else broken.delete(name);
}

/** An input was left: what is wrong with it now is wrong. */
export function leave(name) {
  if (typing === name) typing = undefined;
  redraw();
}

function set(name, value) {
  values[name] = value;
  delete faults[name];
  if (name === 'biometer.device_name') propose(makerOf(value));
  redraw();
}

// A device says who made it, unless somebody else did.
function propose(maker) {
  const there = text('biometer.manufacturer');
  if (there && there !== proposed) return;
  proposed = maker;
  values['biometer.manufacturer'] = maker ?? '';
}

/** Does what a finding offers. */
export function accept({ set: name, value, exchange }) {
  if (name) set(name, value);
  for (const [a, b] of exchange ?? []) {
    const [first, second] = [text(a), text(b)];
    set(a, second);
    set(b, first);
  }
}

/** Notes what the service found, {input: message}. */
export function note(found) {
  faults = found;
  redraw();
}

/** Empties the form. */
export function clear() {
  [values, faults, broken, typing, proposed, asked] = [{}, {}, new Set(), undefined, undefined, false];
  redraw();
}

/** Whether saving was tried. */
export const wasAsked = () => asked;

/** Saving is tried: what is missing is told, and what the service said is to be said anew. */
export function ask() {
  [asked, typing, faults] = [true, undefined, {}];
  redraw();
}

/** What is to be said, one finding for an input: Map of {level, key, params, offer} or {level, said}. */
export function findings() {
  const found = new Map();
  const add = (name, finding) => finding && (!found.has(name) || worse(finding, found.get(name))) && found.set(name, finding);
  for (const [name, input] of inputs) {
    add(name, own(input, values[name], typing === name));
    if (faults[name]) add(name, { level: 'error', said: faults[name] });
    if (broken.has(name) && typing !== name) add(name, { level: 'error', key: 'rule.date' });
    if (asked && required.has(name) && valueOf(input, values[name]) === undefined) add(name, { level: 'error', key: 'rule.required' });
  }
  for (const finding of [...ruled(values, typing), ...doubts(values, typing)]) add(finding.name, finding);
  return new Map([...inputs.keys()].filter((name) => found.has(name)).map((name) => [name, found.get(name)])); // in the form's order
}

const required = new Set(['biometer.device_name', 'biometer.manufacturer']);
const severity = ['read', 'unusual', 'error'];
const worse = (a, b) => severity.indexOf(a.level) > severity.indexOf(b.level);
