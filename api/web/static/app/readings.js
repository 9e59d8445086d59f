// The findings about a single input, also while it is typed.

import { parse, mayBecome } from './number.js';
import { valueOf } from './form.js';

/** The value of an input, undefined if it is missing, no number or out of range. */
export function validValue(input, text) {
  const value = valueOf(input, text);
  return value === undefined || fault(input.field, value) ? undefined : value;
}

function fault({ kind, min, max }, value) {
  if (typeof value !== 'number') return undefined;
  if (Number.isNaN(value)) return 'number';
  if (kind === 'integer' && !Number.isInteger(value)) return 'whole';
  return value < min || value > max ? 'range' : undefined;
}

/**
 * The finding about the text of an input, {level, key, params}, or undefined. A
 * text that is being typed is no error while it can still become valid.
 */
export function inputFinding(input, text, typing) {
  const { field } = input;
  const value = valueOf(input, text);
  if (typeof value !== 'number') return undefined;
  const wrong = fault(field, value);
  if (!wrong) return readingFinding(field, text, value);
  return typing && mayBecome(text, field.min, field.max) ? undefined : { level: 'error', key: 'rule.' + wrong, params: { field } };
}

// Says how a text was read that is not in the form of the stored value: with a
// decimal comma, or with a sign that is dropped.
function readingFinding(field, text, value) {
  if (field.signed && parse(text) < 0) return { level: 'read', key: 'rule.positive', params: { field, value } };
  return text.includes(',') ? { level: 'read', key: 'rule.read', params: { field, value } } : undefined;
}
