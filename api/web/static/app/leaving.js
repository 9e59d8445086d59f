// Has the browser ask before the user leaves a page with unsaved data.

const checks = [];

/** Has the browser ask while busy() returns true. */
export function askBeforeLeaving(busy) {
  checks.push(busy);
}

addEventListener('beforeunload', (e) => {
  if (!checks.some((busy) => busy())) return;
  e.preventDefault();
  e.returnValue = true; // for older browsers
});
