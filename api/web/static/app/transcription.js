// Sends values to be validated, as a new direct entry.

import { process, status } from './api.js';
import { faultText } from './fault.js';
import { newKey } from './files.js';
import { documentOf, inputOf } from './form.js';

const lastEntry = {}; // the last request with an entry
let version;

/**
 * Sends an entry to be validated, with a share if share is true. What is withheld and was not filled in stays withheld. signOff says
 * who checked it, if somebody has.
 */
export async function send(entry, { share, signOff }) {
  const doc = documentOf(entry.all(), { ...(await source()), ...(entry.withheld.length && { withheld: entry.withheld }), ...(signOff && { sign_off: signOff }) });
  return sendDocument(doc, 'transcription.json', share, lastEntry);
}

/**
 * Sends a document under the name of a file. last is the caller's last request, {body, share, key}: the same content
 * is sent again with the same key.
 */
export function sendDocument(doc, name, share, last) {
  const body = JSON.stringify(doc);
  if (last.body !== body || last.share !== share) Object.assign(last, { body, share, key: newKey() });
  return process(new File([body], name, { type: 'application/json' }), { share, key: last.key });
}

/** The source that a document names: this app, with its version if it is known. */
export async function source() {
  version ??= (await status().catch(() => ({}))).app_version;
  return { source_app: 'biom web', ...(version && { source_version: version }) };
}

/**
 * The faults that the service found, {faults: {input: message}, others}. others reports that the error has more to say: then
 * it is shown as a whole.
 */
export function faultsOf(error) {
  const found = error.details?.errors ?? [];
  const faults = Object.fromEntries(found.map((f) => [inputOf(f.path), faultText(f)]).filter(([name]) => name));
  return { faults, others: error.status !== 422 || !found.length || found.some(({ path }) => !inputOf(path)) };
}
