// The result of the Upload tab over a reload of the page, in the browser's session storage under
// biom.result:
//
//   {response, evidence, signoff, name, mark, rate, shareFailed}
//
// It is there until the user reads another report or closes the tab. The document is not kept: mark
// tells it again. Browsers copy the session storage to a duplicate of a tab and restore it when a
// closed tab is opened again; what is found then is deleted, so only a reload shows it again.

import { evidenceOf, noteEvidence } from './places.js';
import { noteSignoff, signoffOf } from './signoff.js';

const name = 'biom.result';
const [arrival] = performance.getEntriesByType('navigation');

// A browser that has discarded a hidden tab to save memory loads it again when it is shown.
const isReload = arrival?.type === 'reload' || document.wasDiscarded;

/** Keeps a result; undefined deletes the kept one. */
export function keep(result) {
  try {
    if (result) sessionStorage.setItem(name, JSON.stringify({ ...result, evidence: evidenceOf(result.response), signoff: signoffOf(result.response) }));
    else sessionStorage.removeItem(name);
  } catch { /* storage is forbidden or full: then a reload shows an empty tab */ }
}

/** The result that was kept before the page was reloaded, undefined if there is none. */
export function kept() {
  if (!isReload) return keep(undefined);
  try {
    const { evidence, signoff, ...result } = JSON.parse(sessionStorage.getItem(name));
    noteEvidence(result.response, evidence);
    if (signoff?.at) noteSignoff(result.response, signoff);
    return result;
  } catch {
    return undefined;
  }
}

/**
 * A text that tells a file from others by its content; undefined if the file cannot be read any
 * more. (crypto.subtle works only with HTTPS.)
 */
export async function markOf(file) {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return undefined;
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of new Uint8Array(bytes)) {
    a = Math.imul(a ^ byte, 0x9e3779b1);
    b = Math.imul(b ^ byte, 0x5f356495);
  }
  return [file.size, a >>> 0, b >>> 0].join('-');
}
