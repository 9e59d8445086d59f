// Sends the values of an entry as a new direct entry.

import { process, status } from './api.js';
import { faultText } from './fault.js';
import { newKey } from './files.js';
import { documentOf, inputAt } from './form.js';

let last = {}; // the last request, {body, share, key}: the same content is sent again with the same key
let version;

/** Sends an entry to be validated, with a share if share is true. What is withheld and was not filled in stays withheld. */
export async function send(entry, { share }) {
  const body = JSON.stringify(documentOf(entry.all(), { ...(await source()), ...(entry.withheld.length && { withheld: entry.withheld }) }));
  if (last.body !== body || last.share !== share) last = { body, share, key: newKey() };
  return process(new File([body], 'transcription.json', { type: 'application/json' }), { share, key: last.key });
}

// The source that the document names: this app, with its version if it is known.
async function source() {
  version ??= (await status().catch(() => ({}))).app_version;
  return { source_app: 'biom web', ...(version && { source_version: version }) };
}

/**
 * The faults that the service found, {faults: {input: message}, others}. others reports that the error has more to say: then
 * it is shown as a whole.
 */
export function faultsOf(error) {
  const found = error.details?.errors ?? [];
  const faults = Object.fromEntries(found.map((f) => [inputAt(f.path), faultText(f)]).filter(([name]) => name));
  return { faults, others: error.status !== 422 || !found.length || found.some(({ path }) => !inputAt(path)) };
}
