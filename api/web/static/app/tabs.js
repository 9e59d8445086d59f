// Which tab is shown: the part of the address behind the #.

import { redraw } from './redraw.js';

/** The tabs in their order. */
export const tabs = ['upload', 'batch', 'retrieve', 'transcribe', 'history'];

/** The tab that is shown. */
export function shown() {
  const wanted = location.hash.slice(1);
  return tabs.includes(wanted) ? wanted : tabs[0];
}

/** Shows a tab. */
export function show(tab) {
  if (shown() === tab) return redraw();
  location.hash = tab; // redraws: see below
}

addEventListener('hashchange', redraw);
