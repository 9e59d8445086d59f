// A value in its cell while a person checks the result: confirmed, corrected, or in an editor, which
// has the input, the rules and the words of the Transcribe form.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { inputOf, inputs } from './form.js';
import { about, control, hint, idOf as idIn, nameOf } from './formview.js';
import { checkingOf } from './checking.js';

const idOf = (name) => idIn('check', name);

/** The editor of a value if it is being edited. */
export function editorView(response, path) {
  const checking = checkingOf(response);
  const name = inputOf(path);
  if (!name || checking.editing?.name !== name) return undefined;
  const [input, id] = [inputs.get(name), idOf(name)];
  const finding = checking.entry.findings().get(name);
  const description = about(input.field);
  const accept = () => end(response, path, () => checking.accept());
  const cancel = () => end(response, path, () => checking.cancel());
  return html`<span class="editor ${input.field.kind}" @keydown=${(e) => typed(e, accept, cancel)}>
    ${control(input, checking.entry, id, { finding, description, label: nameOf(name) })}
    <button type="button" class="button narrow accept" aria-label=${t('check.accept')} title=${t('check.accept')} @click=${accept}>✓</button>
    <button type="button" class="button narrow cancel" aria-label=${t('check.cancel')} title=${t('check.cancel')} @click=${cancel}>✕</button>
    ${description ? html`<span class="soft small range" id="${id}-about">${description}</span>` : nothing}
    ${finding ? hint(name, (offer) => checking.take(offer), id, finding) : nothing}
  </span>`;
}

function typed(e, accept, cancel) {
  const inInput = e.target.matches('input, select, textarea');
  if (e.key === 'Escape') cancel();
  else if (e.key === 'Enter' && inInput && !e.isComposing && (e.target.tagName !== 'TEXTAREA' || e.ctrlKey || e.metaKey)) accept();
  else return;
  e.preventDefault();
  e.stopPropagation();
}

// Ends editing and focuses the value, or its input if that is wrong.
function end(response, path, act) {
  focusDrawn(act() === false ? '#' + idOf(inputOf(path)) : `.report .value[data-path="${path}"][aria-current="true"]`);
}

// Focuses an element right after the page is drawn, so that no key is lost that is pressed next.
function focusDrawn(selector) {
  queueMicrotask(() => {
    const found = document.querySelector(selector);
    found?.focus();
    found?.select?.();
  });
}

/** Begins to edit a value, if it has an input. */
export function edit(response, path) {
  const name = inputOf(path);
  if (!name) return;
  const checking = checkingOf(response);
  checking.edit(name);
  focusDrawn('#' + idOf(checking.editing.name));
}

/** Confirms a value. Returns false if it has to be filled in instead. */
export function confirm(response, path) {
  const name = inputOf(path);
  if (!name) return true;
  const checking = checkingOf(response);
  checking.confirm(name);
  if (!checking.editing) return true;
  edit(response, path);
  return false;
}

/** The contents of a value with how it stands, given its contents as they are. */
export function checkedView(response, path, content) {
  const name = inputOf(path);
  const stand = name && checkingOf(response).stand(name);
  if (!stand) return content;
  if (stand.state === 'confirmed') return html`<span class="confirmed" aria-hidden="true">✓ </span>${content}<span class="visually-hidden"> ${t('check.confirmed')}</span>`;
  return html`<del><span class="visually-hidden">${t('check.was')} </span>${stand.before ?? '–'}</del> <ins><span
    class="visually-hidden">${t('check.now')} </span>${stand.now ?? '–'}</ins>`;
}

/** What is wrong or unusual about a value because of corrections, beside it. */
export function findingView(response, path) {
  const name = inputOf(path);
  const checking = checkingOf(response);
  if (!name || (!checking.changes && !checking.entry.wasSaveTried())) return nothing;
  const finding = checking.entry.findings().get(name);
  const shown = finding && (finding.level === 'error' || (finding.level === 'unusual' && checking.stand(name)?.state === 'changed'));
  return shown ? hint(name, (offer) => checking.take(offer), idOf(name), finding) : nothing;
}

