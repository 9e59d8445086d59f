// Asks before the page is left while something would be lost with it.

const reasons = [];

/** Has the browser ask while busy says true. */
export function askBeforeLeaving(busy) {
  reasons.push(busy);
}

addEventListener('beforeunload', (e) => {
  if (!reasons.some((busy) => busy())) return;
  e.preventDefault();
  e.returnValue = true; // what older browsers look at
});
