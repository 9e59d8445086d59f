// What is to be said of one input by itself, while it is typed.

import { parse, mayBecome } from './number.js';
import { valueOf } from './form.js';

/** The value of an input if it is one and within its range, else undefined. */
export function valid(input, text) {
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
 * What an input's text is found to be, {level, key, params}, or undefined. What
 * is being typed is not wrong while it can still become right.
 */
export function own(input, text, typing) {
  const { field } = input;
  const value = valueOf(input, text);
  if (typeof value !== 'number') return undefined;
  const wrong = fault(field, value);
  if (!wrong) return understood(field, text, value);
  return typing && mayBecome(text, field.min, field.max) ? undefined : { level: 'error', key: 'rule.' + wrong, params: { field } };
}

// How a text was taken that is not written as the values are: with a comma, or
// with a sign that is not kept.
function understood(field, text, value) {
  if (field.signed && parse(text) < 0) return { level: 'read', key: 'rule.positive', params: { field, value } };
  return text.includes(',') ? { level: 'read', key: 'rule.read', params: { field, value } } : undefined;
}
