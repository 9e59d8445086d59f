// The HTTP API.

import { reader } from './sse.js';

const root = '/api/v1/';

/** The keys that requests are sent with. They live as long as the page. */
export const keys = { service: '', provider: '' };

const told = { key: '', status: null };

/** What the service said of the service key when it did not use it: invalid or unknown. */
export const keyStatus = () => (told.key === keys.service ? told.status : null);

// A verdict is on the key that was sent, which may not be the present one.
const note = ({ service }, status) => service && Object.assign(told, { key: service, status });

/** Why a request has no result. */
export class Failure extends Error {
  /** @param {{status?: number, body?: object, retryAfter?: number, offline?: boolean, aborted?: boolean}} what */
  constructor({ status = 0, body, retryAfter, offline = false, aborted = false, asked }) {
    const error = body?.error ?? {};
    super(error.message ?? '');
    this.status = status;
    this.code = error.code ?? '';
    this.details = error.details ?? {};
    this.requestId = error.request_id ?? '';
    this.offline = offline; // no answer came
    this.aborted = aborted; // the caller wanted none any more
    this.retryAfter = retryAfter; // in seconds
    this.until = retryAfter ? Date.now() + retryAfter * 1000 : 0;
    this.asked = asked; // the keys that it was asked with
  }
}

const offline = () => new Failure({ offline: true });
const aborted = () => new Failure({ aborted: true });

/** How much of the bar is for sending; the service's own progress is the rest. */
const sending = 0.2;

/**
 * Has a file read. onProgress is told {stage, progress, message, attempt};
 * progress goes from 0 to 1. With the same key a request may be sent again and
 * is neither read nor charged twice.
 * @returns {Promise<{response: object, withheld: string[]}>}
 */
export function process(file, { share = false, tier = 'standard', key, signal, onProgress = () => {} } = {}) {
  const form = new FormData();
  form.set('stream', 'true');
  form.set('biompin', String(share));
  form.set('service_tier', tier);
  form.set('file', file, file.name);
  const headers = { ...authorization(), ...providerKey() };
  if (key) headers['Idempotency-Key'] = key;
  return stream('biom/process', form, headers, signal, onProgress);
}

// An XMLHttpRequest tells how much of a file was sent, which fetch does not.
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
    const outcome = { asked: { ...keys } };
    const read = reader((name, data) => take(outcome, name, JSON.parse(data), onProgress));
    x.open('POST', root + path);
    for (const [name, value] of Object.entries(headers)) x.setRequestHeader(name, value);
    x.upload.onprogress = (e) => e.lengthComputable && onProgress({ stage: 'sending', progress: (sending * e.loaded) / e.total });
    x.onprogress = () => isStream(x) && read(x.responseText);
    x.onabort = () => end(reject, aborted());
    x.onerror = () => end(reject, offline());
    x.onload = () => {
      note(outcome.asked, x.getResponseHeader('X-API-Key-Status'));
      if (isStream(x)) read(x.responseText);
      settled(x, outcome, (value) => end(resolve, value), (failure) => end(reject, failure));
    };
    x.send(form);
  });
}

const isStream = (x) => (x.getResponseHeader('Content-Type') ?? '').startsWith('text/event-stream');

function take(outcome, name, data, onProgress) {
  if (name === 'result') outcome.response = data;
  if (name === 'error') outcome.error = data;
  if (name !== 'progress') return;
  if (data.fields) outcome.withheld = data.fields; // the stream's headers were long gone
  onProgress({ ...data, progress: sending + (1 - sending) * data.progress });
}

function settled(x, outcome, resolve, reject) {
  if (outcome.response) {
    const withheld = outcome.withheld ?? list(x.getResponseHeader('X-Biom-Withheld'));
    return resolve({ response: outcome.response, withheld });
  }
  const { error, asked } = outcome;
  if (error) return reject(new Failure({ status: error.status, body: error, retryAfter: error.retry_after, asked }));
  if (x.status === 200) return reject(offline()); // the stream was cut
  reject(new Failure({ status: x.status, body: parsed(x.responseText), retryAfter: seconds(x.getResponseHeader('Retry-After')), asked }));
}

const list = (header) => (header ? header.split(',').map((s) => s.trim()) : []);
const seconds = (header) => Number(header) || undefined;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // from a proxy, say
  }
}

/** Retrieves what is behind a share code. */
export async function retrieve(code, { signal } = {}) {
  const answer = await ask('biom/retrieve?biom_pin=' + encodeURIComponent(code), { headers: authorization(), signal });
  return { response: await answer.json() };
}

/** Rates the extraction with this request ID: accurate or inaccurate. */
export async function rate(requestId, rating) {
  await ask('biom/feedback', post({ request_id: requestId, rating }));
}

/** Exports [{json_data, filename}] as a ZIP. */
export async function exportZip(reports, formats) {
  const answer = await ask('biom/export', post({ responses: reports, ...(formats && { formats }) }));
  const named = /filename="?([^";]+)/.exec(answer.headers.get('Content-Disposition') ?? '');
  return { blob: await answer.blob(), name: named?.[1] ?? 'biom-export.zip' };
}

/** What was used of each quota; with validate, whether the provider key is valid. */
export async function usage({ validate = false } = {}) {
  const answer = await ask('biom/usage' + (validate ? '?validate=true' : ''), { headers: { ...authorization(), ...providerKey() } });
  return answer.json();
}

/** Versions, model, and the ID of the share database. */
export async function status() {
  return (await ask('status')).json();
}

const authorization = () => (keys.service ? { Authorization: 'Bearer ' + keys.service } : {});
const providerKey = () => (keys.provider ? { 'X-Provider-API-Key': keys.provider } : {});
const post = (body) => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

async function ask(path, options) {
  const asked = { ...keys };
  let answer;
  try {
    answer = await fetch(root + path, { ...options, cache: 'no-store' });
  } catch (error) {
    throw error.name === 'AbortError' ? aborted() : offline();
  }
  if (options?.headers?.Authorization) note(asked, answer.headers.get('X-API-Key-Status'));
  if (answer.ok) return answer;
  throw new Failure({
    status: answer.status,
    body: parsed(await answer.text().catch(() => '')),
    retryAfter: seconds(answer.headers.get('Retry-After')),
    asked,
  });
}
