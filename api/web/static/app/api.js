// The HTTP API.

import { reader } from './sse.js';
import { isDocument } from './files.js';
import { noteEvidence } from './places.js';

const root = '/api/v1/';

/** The keys that requests are sent with. They are forgotten with the page. */
export const keys = { service: '', provider: '' };

const keyVerdict = { key: '', status: null };

/** Why the service did not use the present service key: "invalid" or "unknown"; null if it did. */
export const keyStatus = () => (keyVerdict.key === keys.service ? keyVerdict.status : null);

// Notes the status of the key that was sent, which may not be the present one.
const noteKeyStatus = ({ service }, status) => service && Object.assign(keyVerdict, { key: service, status });

/** The error of a request that has no result. */
export class Failure extends Error {
  /** @param {{status?: number, body?: object, retryAfter?: number, offline?: boolean, aborted?: boolean}} outcome */
  constructor({ status = 0, body, retryAfter, offline = false, aborted = false, sentKeys }) {
    const error = body?.error ?? {};
    super(error.message ?? '');
    this.status = status;
    this.code = error.code ?? '';
    this.details = error.details ?? {};
    this.requestId = error.request_id ?? '';
    this.offline = offline; // no response came
    this.aborted = aborted; // the caller aborted the request
    this.retryAfter = retryAfter; // in seconds
    this.until = retryAfter ? Date.now() + retryAfter * 1000 : 0;
    this.sentKeys = sentKeys; // the keys that the request was sent with
  }
}

const offline = () => new Failure({ offline: true });
const aborted = () => new Failure({ aborted: true });

/** The part of the progress bar that stands for sending; the rest is the service's own progress. */
const sendingShare = 0.2;

/**
 * Sends a file to be read. onProgress is called with {stage, progress, message,
 * attempt}; progress goes from 0 to 1. key is the Idempotency-Key: a request that
 * is repeated with the same key is neither read nor charged twice.
 * @returns {Promise<{response: object}>}
 */
export function process(file, { share = false, tier = 'standard', key, signal, onProgress = () => {} } = {}) {
  const form = new FormData();
  form.set('stream', 'true');
  form.set('biompin', String(share));
  form.set('service_tier', tier);
  if (isDocument(file)) form.set('evidence', 'true');
  form.set('file', file, file.name);
  const headers = { ...authorization(), ...providerKey() };
  if (key) headers['Idempotency-Key'] = key;
  return stream('biom/process', form, headers, signal, onProgress);
}

// XMLHttpRequest reports how much of a file was sent; fetch does not.
function stream(path, form, headers, signal, onProgress) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return void reject(aborted());
    const x = new XMLHttpRequest();
    const cancel = () => x.abort();
    const end = (settle, value) => {
      signal?.removeEventListener('abort', cancel);
      settle(value);
    };
    signal?.addEventListener('abort', cancel);
    const outcome = { sentKeys: { ...keys } };
    const read = reader((name, data) => handleEvent(outcome, name, JSON.parse(data), onProgress));
    x.open('POST', root + path);
    for (const [name, value] of Object.entries(headers)) x.setRequestHeader(name, value);
    x.upload.onprogress = (e) => e.lengthComputable && onProgress({ stage: 'sending', progress: (sendingShare * e.loaded) / e.total });
    x.onprogress = () => isStream(x) && read(x.responseText);
    x.onabort = () => end(reject, aborted());
    x.onerror = () => end(reject, offline());
    x.onload = () => {
      noteKeyStatus(outcome.sentKeys, x.getResponseHeader('X-API-Key-Status'));
      if (isStream(x)) read(x.responseText);
      finish(x, outcome, (value) => end(resolve, value), (failure) => end(reject, failure));
    };
    x.send(form);
  });
}

const isStream = (x) => (x.getResponseHeader('Content-Type') ?? '').startsWith('text/event-stream');

function handleEvent(outcome, name, data, onProgress) {
  if (name === 'result') outcome.response = data;
  if (name === 'error') outcome.error = data;
  if (name !== 'progress') return;
  onProgress({ ...data, progress: sendingShare + (1 - sendingShare) * data.progress });
}

function finish(x, outcome, resolve, reject) {
  if (outcome.response) return resolve({ response: withoutEvidence(outcome.response) });
  const { error, sentKeys } = outcome;
  if (error) return reject(new Failure({ status: error.status, body: error, retryAfter: error.retry_after, sentKeys }));
  if (x.status === 200) return reject(offline()); // the stream was cut
  reject(new Failure({ status: x.status, body: parsed(x.responseText), retryAfter: seconds(x.getResponseHeader('Retry-After')), sentKeys }));
}

// What is kept, saved and sent again has no evidence: it is about a document that it lacks.
function withoutEvidence({ evidence, ...response }) {
  noteEvidence(response, evidence);
  return response;
}

const seconds = (header) => Number(header) || undefined;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON, for example an error page of a proxy
  }
}

/** Retrieves the response that was shared under a code. */
export async function retrieve(code, { signal } = {}) {
  const response = await request('biom/retrieve?biom_pin=' + encodeURIComponent(code), { headers: authorization(), signal });
  return { response: await response.json() };
}

/** Rates the extraction with this request ID: accurate or inaccurate. */
export async function rate(requestId, rating) {
  await request('biom/feedback', post({ request_id: requestId, rating }));
}

/**
 * Exports reports, [{json_data, filename}], as a ZIP: {blob, name}. failed are files that were not read, [{filename, message}].
 * The tables in CSV have a byte order mark, because they are opened with a double click.
 */
export async function exportZip(reports, failed = []) {
  const response = await request('biom/export', post({ responses: reports, failed, csv_bom: true }));
  const named = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '');
  return { blob: await response.blob(), name: named?.[1] ?? 'biom-export.zip' };
}

/** The used credits of each quota. With validate the service also checks the provider key. */
export async function usage({ validate = false } = {}) {
  const response = await request('biom/usage' + (validate ? '?validate=true' : ''), { headers: { ...authorization(), ...providerKey() } });
  return response.json();
}

/** The service's versions, its model and the ID of its share database. */
export async function status() {
  return (await request('status')).json();
}

const authorization = () => (keys.service ? { Authorization: 'Bearer ' + keys.service } : {});
const providerKey = () => (keys.provider ? { 'X-Provider-API-Key': keys.provider } : {});
const post = (body) => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

async function request(path, options) {
  const sentKeys = { ...keys };
  let response;
  try {
    response = await fetch(root + path, { ...options, cache: 'no-store' });
  } catch (error) {
    throw error.name === 'AbortError' ? aborted() : offline();
  }
  if (options?.headers?.Authorization) noteKeyStatus(sentKeys, response.headers.get('X-API-Key-Status'));
  if (response.ok) return response;
  throw new Failure({
    status: response.status,
    body: parsed(await response.text().catch(() => '')),
    retryAfter: seconds(response.headers.get('Retry-After')),
    sentKeys,
  });
}
