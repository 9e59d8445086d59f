// The tab that is shown. The fragment of the address (behind the #) is its name.

import { redraw } from './redraw.js';

/** The tabs in their order. */
export const tabs = ['upload', 'batch', 'retrieve', 'transcribe', 'history'];

/** The name of the tab that is shown. */
export function shown() {
  const wanted = location.hash.slice(1);
  return tabs.includes(wanted) ? wanted : tabs[0];
}

/** Shows a tab. */
export function show(tab) {
  if (shown() === tab) return redraw();
  location.hash = tab; // the event hashchange redraws the page
}

addEventListener('hashchange', redraw);
