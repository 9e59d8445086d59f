// The checking of a result by a person who compares it with the document: which values were
// confirmed, which were corrected or filled in, and which are open. Corrections are shown at once
// (see draft in measure.js), but the result stays what the service returned until they are signed
// off: then they are sent as a new direct entry, and the result that comes back takes its place.

import { t, date } from './words.js';
import { redraw } from './redraw.js';
import { Entry } from './entry.js';
import { documentOf, inputOf, inputs, textsOf, valueOf } from './form.js';
import { digitsOf, draft, withheld, word } from './measure.js';
import { send, faultsOf } from './transcription.js';
import { isKnown, noteSignoff, signOffOf, signoffOf } from './signoff.js';
import { evidenceOf, noteEvidence } from './places.js';
import { confirmed } from './dialog.js';
import { askBeforeLeaving } from './leaving.js';

const all = new WeakMap(); // response → its checking
const unsigned = new Set(); // those with something that is not signed off

// Findings about an input itself. It is not left while it has one. Findings about several values stay
// beside them until the last of these is corrected.
const own = new Set(['rule.number', 'rule.whole', 'rule.range', 'rule.date', 'rule.required']);

/** A text of an input as it is shown in a result, undefined if it is empty. */
export function shownText(name, text = '') {
  const { field } = inputs.get(name);
  const value = valueOf({ field }, text);
  if (value === undefined) return undefined;
  if (typeof value === 'number') return digitsOf(field.name, value);
  if (name === 'patient.name') return text.replaceAll(' ', '');
  return field.kind === 'date' ? date(value) : word(value);
}

/** The checking of a response. */
export function checkingOf(response) {
  if (!all.has(response)) all.set(response, new Checking(response));
  return all.get(response);
}

class Checking {
  entry = new Entry();
  editing; // {name, before}: the input that is being edited, and its text before
  options; // {share} of the result that is signed off
  reader = ''; // who checks, if the user says so
  saving = false;
  failure; // of the service
  #response;
  #original; // input → text
  #confirmed; // inputs whose values were compared and are right
  #before; // those that were confirmed before
  #at; // when signing off was first tried with the present values, so that a second attempt sends the same content

  constructor(response) {
    this.#response = response;
    this.#original = textsOf(response);
    const earlier = signoffOf(response);
    this.#before = earlier ? [...earlier.confirmed, ...earlier.corrected.map(({ name }) => name)] : [];
    this.reader = earlier?.reader ?? '';
    this.#reset();
  }

  #reset() {
    this.entry.load(this.#original, withheld(this.#response));
    this.#confirmed = new Set(this.#before);
    [this.editing, this.failure, this.options] = [undefined, undefined, { share: !!this.#response.biompin }];
  }

  #held(name) {
    return this.entry.withheld.some(({ field }) => inputOf(field) === name);
  }

  #changed(name) {
    const value = (text) => valueOf(inputs.get(name), text);
    const text = this.editing?.name === name ? this.editing.before : this.entry.text(name); // not before it is accepted
    return value(text) !== value(this.#original[name]);
  }

  /** Begins to edit a value. An editor that is open is closed first, unless its value is wrong. */
  edit(name) {
    if (this.editing && this.editing.name !== name && !this.accept()) return;
    this.editing ??= { name, before: this.entry.text(name) };
    redraw();
  }

  /** Ends editing with what was there before. */
  cancel() {
    const { name, before } = this.editing;
    this.entry.type(name, before);
    this.entry.leave(name);
    this.editing = undefined;
  }

  /** Ends editing with what was typed. Returns false if that is no valid value: then the editor stays. */
  accept() {
    const { name } = this.editing;
    this.entry.leave(name);
    if (own.has(this.entry.findings().get(name)?.key)) return false;
    this.editing = undefined;
    this.#confirmed.delete(name);
    if (!this.#changed(name) && this.entry.text(name)) this.#confirmed.add(name);
    this.#note();
    return true;
  }

  /** Carries out the offer of a finding. */
  take(offer) {
    this.entry.accept(offer);
    this.#note();
  }

  /** Confirms a value, or takes that back. A value that is withheld can only be filled in. */
  confirm(name) {
    if (this.#held(name) && !this.entry.text(name)) return this.edit(name);
    if (this.#changed(name)) return undefined;
    if (!this.#confirmed.delete(name)) this.#confirmed.add(name);
    return this.#note();
  }

  #note() {
    this.#at = undefined;
    const changes = [...inputs.keys()].filter((name) => this.#changed(name));
    const { entry } = this;
    const open = entry.withheld.filter(({ field }) => !entry.text(inputOf(field)));
    draft(this.#response, changes.length ? documentOf(entry.all(), { withheld: open }) : undefined);
    if (this.started) unsigned.add(this);
    else unsigned.delete(this);
    redraw();
  }

  /** Reports whether there is something to sign off. */
  get started() {
    return this.changes > 0 || this.#confirmed.size !== this.#before.length;
  }

  /** How many values differ from those of the response. */
  get changes() {
    return [...inputs.keys()].filter((name) => this.#changed(name)).length;
  }

  /** Reports whether an editor is open whose text was changed. */
  get typing() {
    return !!this.editing && this.entry.text(this.editing.name) !== this.editing.before;
  }

  /** How a value stands: {state: 'changed' or 'confirmed', before, now}, undefined if it is open. */
  stand(name) {
    if (this.#changed(name)) return { state: 'changed', before: shownText(name, this.#original[name]), now: shownText(name, this.entry.text(name)) };
    return this.#confirmed.has(name) ? { state: 'confirmed' } : undefined;
  }

  /** The numbers of values that are confirmed, corrected and open. A value that the report does not have is not open. */
  counts() {
    const counts = { confirmed: 0, corrected: 0, open: 0 };
    const corrected = new Set(signoffOf(this.#response)?.corrected.map(({ name }) => name));
    for (const name of inputs.keys()) {
      if (this.#changed(name) || corrected.has(name)) counts.corrected++;
      else if (this.#confirmed.has(name)) counts.confirmed++;
      else if (this.entry.text(name) || this.#held(name)) counts.open++;
    }
    return counts;
  }

  /** The errors that prevent signing off, as a list of [input, finding]. */
  errors() {
    return [...this.entry.findings()].filter(([, { level }]) => level === 'error');
  }

  /** Forgets what is not signed off. */
  discard() {
    this.#reset();
    draft(this.#response, undefined);
    unsigned.delete(this);
    redraw();
  }

  /**
   * Sends the values to the service. Resolves to the response that takes the place of this one,
   * undefined if there is a fault.
   */
  async signOff() {
    if (this.saving || (this.editing && !this.accept())) return undefined;
    this.entry.markSaveTried();
    if (this.errors().length) return undefined;
    [this.saving, this.failure] = [true, undefined];
    redraw();
    try {
      const record = this.#record();
      const { response } = await send(this.entry, { ...this.options, signOff: signOffOf(record) });
      noteSignoff(response, record);
      noteEvidence(response, evidenceOf(this.#response));
      draft(this.#response, undefined);
      unsigned.delete(this);
      return response;
    } catch (error) {
      const { faults, others } = faultsOf(error);
      this.entry.noteFaults(faults);
      if (others) this.failure = error;
      return undefined;
    } finally {
      this.saving = false;
      redraw();
    }
  }

  #record() {
    const earlier = signoffOf(this.#response);
    const now = [...inputs.keys()].filter((name) => this.#changed(name)).map((name) => {
      const { before, now: after } = this.stand(name);
      const first = earlier?.corrected.find((c) => c.name === name);
      return { name, before: first && isKnown(first) ? first.before : before, after };
    });
    const kept = (earlier?.corrected ?? []).filter(({ name }) => now.every((c) => c.name !== name));
    const corrected = [...kept, ...now];
    return {
      extraction: earlier?.extraction ?? this.#response.metadata.extraction, reader: this.reader.trim(), at: (this.#at ??= new Date().toISOString()), corrected,
      confirmed: [...this.#confirmed].filter((name) => corrected.every((c) => c.name !== name)), open: this.counts().open,
    };
  }
}

/** Reports whether a response has changes that are not signed off, also one that is still being typed. */
export function isChanged(response) {
  const checking = all.get(response);
  return !!checking && (checking.changes > 0 || checking.typing);
}

/** Forgets what is not signed off of a response that is removed. */
export const forget = (response) => response && all.get(response)?.discard();

/** Asks before what is not signed off is lost. Resolves to true if the page may go on. */
export async function mayLeave(response) {
  const checking = response && all.get(response);
  if (!checking || !unsigned.has(checking)) return true;
  const sure = await confirmed({ title: t('check.discard.title'), text: t('check.discard.text'), yes: t('check.discard') });
  if (sure) checking.discard();
  return sure;
}

askBeforeLeaving(() => unsigned.size > 0);
