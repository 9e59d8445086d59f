// Who checked a result, when, and what came of it. The result has it too, in metadata.extraction.sign_off, so that it
// stays with what is saved, exported and shared. This page alone knows what the values were before, and by what they were read.

import { given, withheld } from './measure.js';
import { inputOf, inputs, valueIn } from './form.js';

const records = new WeakMap(); // response → its record

/**
 * Notes how a response was signed off: {extraction, reader, at, confirmed, corrected, open}. extraction is the provenance of the
 * values before, confirmed are inputs, corrected are [{name, before, after}], open is a number.
 */
export const noteSignoff = (response, record) => records.set(response, record);

/**
 * How a response was signed off, undefined if it was not. Of one that was not signed off in this page, extraction is not known,
 * and of what was corrected only the names are.
 */
export function signoffOf(response) {
  if (!records.has(response)) records.set(response, recordIn(response));
  return records.get(response);
}

function recordIn(response) {
  const signed = response.metadata.extraction.sign_off;
  if (!signed) return undefined;
  const names = (paths) => (paths ?? []).map(inputOf).filter(Boolean);
  const [confirmed, corrected] = [names(signed.confirmed), names(signed.corrected)];
  const held = new Set(withheld(response).map(({ field }) => inputOf(field)));
  const open = [...inputs.keys()].filter((name) => (held.has(name) || given(valueIn(response, name))) && !confirmed.includes(name) && !corrected.includes(name));
  return { reader: signed.by ?? '', at: signed.at, confirmed, corrected: corrected.map((name) => ({ name })), open: open.length };
}

/** Reports whether it is known what a corrected value was before, or is now: one that is missing was filled in or removed. */
export const isKnown = (corrected) => 'before' in corrected || 'after' in corrected;

/** The record as the service takes it. */
export function signOffOf({ reader, at, confirmed, corrected }) {
  const path = (name) => name.replace(/^posterior\./, 'posterior_keratometry.');
  return { at, ...(reader && { by: reader }), confirmed: confirmed.map(path), corrected: corrected.map(({ name }) => path(name)) };
}
