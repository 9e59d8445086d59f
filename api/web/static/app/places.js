// Where the values of a response are printed in its document. The service says it when a
// document is sent. It is kept beside the response, not in it: what is saved, exported and
// shared does not have it.

const kept = new WeakMap(); // response → its evidence, whose values, also withheld ones, are named by their paths on the page

/**
 * The path of a value on the page, such as left_eye.PK1_axis: it does not name the table that the value stands in.
 * Given is its path in a document, in the list of withheld values or in the evidence, or the name of its input.
 */
export const pagePath = (path) => path.replace(/^(extra_data\.|data\.)?(posterior(_keratometry)?\.)?/, '');

/** Notes the evidence of a response. */
export function noteEvidence(response, evidence) {
  if (!evidence) return;
  const onPage = (places) => Object.fromEntries(Object.entries(places ?? {}).map(([path, place]) => [pagePath(path), place]));
  kept.set(response, { ...evidence, values: onPage(evidence.values), withheld: onPage(evidence.withheld) });
}

/** The evidence of a response, to be noted again for a copy of it. */
export const evidenceOf = (response) => kept.get(response);

/**
 * Where a value is printed: [{path, page, box, text, readings}]. A box is the left, top, right and
 * bottom edge in shares of the page. Of a withheld value it is where the document has it, and text is what stands there: it is
 * no value. A computed value is where it is printed too, or else where the values are that it
 * was computed from. The list is empty if the place is not known.
 */
export function placesOf(response, path) {
  const own = placeOf(response, path);
  return own ? [own] : sourcesOf(path).flatMap((source) => placeOf(response, source) ?? []);
}

/** What the document prints at a path; an empty text if that is not known. */
export const printed = (response, path) => kept.get(response)?.values[path]?.text ?? '';

function placeOf(response, path) {
  const { values, withheld } = kept.get(response) ?? {};
  const place = values?.[path] ?? withheld?.[path];
  return place && { path, ...place };
}

// K_cylinder was computed from both powers, K_axis is the axis of the steep one.
function sourcesOf(path) {
  const [, start, what] = /^(.*\.[PT]?K)_(mean|cylinder|axis)$/.exec(path) ?? [];
  if (!what) return [path];
  return what === 'axis' ? [start + '2_axis'] : [start + '1_magnitude', start + '2_magnitude'];
}

/** All places. Those of withheld values have held: true. */
export const allPlaces = (response) => [...listed(kept.get(response)?.values), ...listed(kept.get(response)?.withheld).map((place) => ({ ...place, held: true }))];

const listed = (places) => Object.entries(places ?? {}).map(([path, place]) => ({ path, ...place }));

/** The size of a page as the service saw it, {width, height}; undefined if no value is on it. */
export const pageSize = (response, page) => kept.get(response)?.pages.find(({ number }) => number === page);

/** Reports whether only one of several looks saw a value. The text of a PDF needs no second look. */
export const seenOnce = ({ readings: { text_layer: text, ocr = 0, model = 0 } }) => !text && ocr + model === 1;

/** The paths of the values of a response that only one of several looks saw. */
export const pathsSeenOnce = (response) => listed(kept.get(response)?.values).filter(seenOnce).map(({ path }) => path);
