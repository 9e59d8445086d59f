// The values that are typed or corrected, and the findings about them. The Transcribe tab has an
// entry for its form, and each result that is checked has one.

import { redraw } from './redraw.js';
import { language } from './words.js';
import { inputOf, inputs, valueOf } from './form.js';
import { inputFinding } from './readings.js';
import { makerOf, ruleFindings } from './rules.js';
import { doubts } from './doubts.js';

export class Entry {
  #values = {}; // input → the text that was typed
  #faults = {}; // input → the service's message about its present value
  #incompleteDates = new Set(); // inputs with an incomplete date
  #typing; // the input that has the focus and was changed since it got it
  #proposedMaker; // the manufacturer that was filled in for the chosen device
  #saveTried = false; // saving was tried: missing values are shown as errors
  #withheld = []; // what the report has whose values these are: [{field, reason}]
  #found; // {language, findings}: the findings about the present values, once they were asked for

  all() {
    return this.#values;
  }

  text(name) {
    return this.#values[name] ?? '';
  }

  /** The values that are withheld in the report whose values these are. They stay with it until they are filled in. */
  get withheld() {
    return this.#withheld;
  }

  isMakerProposed() {
    return this.#proposedMaker !== undefined && this.#values['biometer.manufacturer'] === this.#proposedMaker;
  }

  has(prefix) {
    return Object.keys(this.#values).some((name) => name.startsWith(prefix) && this.#values[name].trim());
  }

  /** Notes the text that was typed into an input. half says that it is an incomplete date. */
  type(name, value, half = false) {
    this.#typing = name;
    if (half) this.#incompleteDates.add(name);
    else this.#incompleteDates.delete(name);
    this.#set(name, value);
  }

  /** Notes that an input lost the focus: from now on its value is judged as complete. */
  leave(name) {
    if (this.#typing === name) this.#typing = undefined;
    this.#changed();
  }

  #set(name, value) {
    this.#values[name] = value;
    delete this.#faults[name];
    if (name === 'biometer.device_name') this.#propose(makerOf(value));
    this.#changed();
  }

  // Fills in the device's manufacturer, unless the user has entered another one.
  #propose(maker) {
    const existing = this.text('biometer.manufacturer');
    if (existing && existing !== this.#proposedMaker) return;
    this.#proposedMaker = maker;
    this.#values['biometer.manufacturer'] = maker ?? '';
  }

  /** Carries out the offer of a finding: sets one input, or exchanges the values of pairs of inputs. */
  accept({ set: name, value, exchange }) {
    if (name) this.#set(name, value);
    for (const [a, b] of exchange ?? []) {
      const [first, second] = [this.text(a), this.text(b)];
      this.#set(a, second);
      this.#set(b, first);
    }
  }

  /** Notes the faults that the service found, {input: message}. */
  noteFaults(found) {
    this.#faults = found;
    this.#changed();
  }

  /** Replaces all values, by those of a report or by none. */
  load(values = {}, withheld = []) {
    this.#values = { ...values };
    this.#withheld = withheld;
    [this.#faults, this.#incompleteDates, this.#typing, this.#proposedMaker, this.#saveTried] = [{}, new Set(), undefined, undefined, false];
    this.#changed();
  }

  /** Whether saving was tried. */
  wasSaveTried() {
    return this.#saveTried;
  }

  /** Notes that saving is tried: missing values become errors, and the service's earlier faults are dropped. */
  markSaveTried() {
    [this.#saveTried, this.#typing, this.#faults] = [true, undefined, {}];
    this.#changed();
  }

  /** The worst finding of each input, as a Map of input → {level, key, params, offer} or {level, message}. */
  findings() {
    if (this.#found?.language !== language()) this.#found = { language: language(), findings: this.#judge() };
    return this.#found.findings;
  }

  // Each change of the entry ends with this.
  #changed() {
    this.#found = undefined;
    redraw();
  }

  #judge() {
    const [values, typing] = [this.#values, this.#typing];
    const found = new Map();
    const add = (name, finding) => finding && (!found.has(name) || worse(finding, found.get(name))) && found.set(name, finding);
    for (const [name, input] of inputs) {
      const missing = valueOf(input, values[name]) === undefined;
      add(name, inputFinding(input, values[name], typing === name));
      if (this.#faults[name]) add(name, { level: 'error', message: this.#faults[name] });
      if (this.#incompleteDates.has(name) && typing !== name) add(name, { level: 'error', key: 'rule.date' });
      if (this.#saveTried && required.has(name) && missing) add(name, { level: 'error', key: 'rule.required' });
      if (missing && this.#withheld.some(({ field }) => inputOf(field) === name)) add(name, { level: 'unusual', key: 'rule.withheld' });
    }
    for (const finding of [...ruleFindings(values, typing), ...doubts(values, typing)]) add(finding.name, finding);
    return new Map([...inputs.keys()].filter((name) => found.has(name)).map((name) => [name, found.get(name)])); // in the form's order
  }
}

const required = new Set(['biometer.device_name', 'biometer.manufacturer']);
const severity = ['read', 'unusual', 'error'];
const worse = (a, b) => severity.indexOf(a.level) > severity.indexOf(b.level);
