// Numbers as people type them from a printout.

const shape = /^[-−]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** The number that a text contains, with a decimal point or comma; NaN if it is no number. */
export function parse(text) {
  const typed = text.trim();
  return shape.test(typed) ? Number(typed.replace(',', '.').replace('−', '-')) : NaN;
}

/**
 * Reports whether a text can still become a number from min to max when more is
 * typed: 2 may become 23.45, but 50 can never become a length below 40.
 */
export function mayBecome(text, min, max) {
  const typed = text.trim().replace(',', '.').replace(/^[-−]/, '');
  if (typed === '' || typed === '.') return true;
  if (!/^\d*\.?\d*$/.test(typed)) return false;
  const value = Number(typed);
  const point = typed.indexOf('.');
  const overlaps = (low, high) => low <= max && high > min;
  if (point >= 0) return overlaps(value, value + 10 ** -(typed.length - point - 1));
  return [1, 10, 100, 1000].some((factor) => overlaps(value * factor, (value + 1) * factor));
}
