// Numbers as people type them from a printout.

const shape = /^[-−]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** What a text says as a number, with a decimal point or comma: NaN if nothing. */
export function parse(text) {
  const typed = text.trim();
  return shape.test(typed) ? Number(typed.replace(',', '.').replace('−', '-')) : NaN;
}

/**
 * Whether a number from min to max may come of the text when typing goes on:
 * 2 may become 23.45, and 50 never a length below 40.
 */
export function mayBecome(text, min, max) {
  const typed = text.trim().replace(',', '.').replace(/^[-−]/, '');
  if (typed === '' || typed === '.') return true;
  if (!/^\d*\.?\d*$/.test(typed)) return false;
  const from = Number(typed);
  const point = typed.indexOf('.');
  const meets = (low, high) => low <= max && high > min;
  if (point >= 0) return meets(from, from + 10 ** -(typed.length - point - 1));
  return [1, 10, 100, 1000].some((times) => meets(from * times, (from + 1) * times));
}
