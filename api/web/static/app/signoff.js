// Who checked a result, when, and what came of it. This page alone knows it: it is not in the
// result, nor in what is saved, exported or shared.

const records = new WeakMap(); // response → its record

/**
 * Notes how a response was signed off: {extraction, reader, at, confirmed, corrected, open}. extraction is the provenance of the
 * values before, confirmed are inputs, corrected are [{name, before, after}], open is a number.
 */
export const noteSignoff = (response, record) => records.set(response, record);

/** How a response was signed off, undefined if it was not. */
export const signoffOf = (response) => records.get(response);
