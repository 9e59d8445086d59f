// Which values of a response should be compared with its document.

import { withheld } from './measure.js';
import { pagePath, pathsSeenOnce } from './places.js';

/**
 * The paths of the values that are withheld, unusual (found is the result of unusual(response)), or
 * that only one of several looks at the document saw.
 */
export const doubtfulPaths = (response, found) =>
  new Set([...withheld(response).map(({ field }) => pagePath(field)), ...found.flatMap(printed), ...pathsSeenOnce(response)]);

// Of an unusual finding the values that are printed, rather than what was computed from them.
function printed({ cells }) {
  const some = cells.filter((cell) => !/_(mean|cylinder)$/.test(cell));
  return some.length ? some : cells;
}
