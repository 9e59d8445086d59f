// The values that were typed into the form, and the findings about them.

import { redraw } from './redraw.js';
import { inputs, valueOf } from './form.js';
import { inputFinding } from './readings.js';
import { makerOf, ruleFindings } from './rules.js';
import { doubts } from './doubts.js';

let values = {}; // input → the text that was typed
let faults = {}; // input → the service's message about its present value
let incompleteDates = new Set(); // inputs with an incomplete date
let typing; // the input that has the focus and was changed since it got it
let proposedMaker; // the manufacturer that was filled in for the chosen device
let saveTried = false; // saving was tried: missing values are shown as errors

export const all = () => values;
export const text = (name) => values[name] ?? '';
export const isMakerProposed = () => proposedMaker !== undefined && values['biometer.manufacturer'] === proposedMaker;
export const has = (prefix) => Object.keys(values).some((name) => name.startsWith(prefix) && values[name].trim());

/** Notes the text that was typed into an input. half says that it is an incomplete date. */
export function type(name, value, half = false) {
  typing = name;
  set(name, value);
  if (half) incompleteDates.add(name);
  else incompleteDates.delete(name);
}

/** Notes that an input lost the focus: from now on its value is judged as complete. */
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

// Fills in the device's manufacturer, unless the user has entered another one.
function propose(maker) {
  const existing = text('biometer.manufacturer');
  if (existing && existing !== proposedMaker) return;
  proposedMaker = maker;
  values['biometer.manufacturer'] = maker ?? '';
}

/** Carries out the offer of a finding: sets one input, or exchanges the values of pairs of inputs. */
export function accept({ set: name, value, exchange }) {
  if (name) set(name, value);
  for (const [a, b] of exchange ?? []) {
    const [first, second] = [text(a), text(b)];
    set(a, second);
    set(b, first);
  }
}

/** Notes the faults that the service found, {input: message}. */
export function noteFaults(found) {
  faults = found;
  redraw();
}

/** Empties the form. */
export function clear() {
  [values, faults, incompleteDates, typing, proposedMaker, saveTried] = [{}, {}, new Set(), undefined, undefined, false];
  redraw();
}

/** Whether saving was tried. */
export const wasSaveTried = () => saveTried;

/** Notes that saving is tried: missing values become errors, and the service's earlier faults are dropped. */
export function markSaveTried() {
  [saveTried, typing, faults] = [true, undefined, {}];
  redraw();
}

/** The worst finding of each input, as a Map of input → {level, key, params, offer} or {level, message}. */
export function findings() {
  const found = new Map();
  const add = (name, finding) => finding && (!found.has(name) || worse(finding, found.get(name))) && found.set(name, finding);
  for (const [name, input] of inputs) {
    add(name, inputFinding(input, values[name], typing === name));
    if (faults[name]) add(name, { level: 'error', message: faults[name] });
    if (incompleteDates.has(name) && typing !== name) add(name, { level: 'error', key: 'rule.date' });
    if (saveTried && required.has(name) && valueOf(input, values[name]) === undefined) add(name, { level: 'error', key: 'rule.required' });
  }
  for (const finding of [...ruleFindings(values, typing), ...doubts(values, typing)]) add(finding.name, finding);
  return new Map([...inputs.keys()].filter((name) => found.has(name)).map((name) => [name, found.get(name)])); // in the form's order
}

const required = new Set(['biometer.device_name', 'biometer.manufacturer']);
const severity = ['read', 'unusual', 'error'];
const worse = (a, b) => severity.indexOf(a.level) > severity.indexOf(b.level);
