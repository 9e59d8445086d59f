// The inputs of the form with their labels, ranges and hints.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { t, fieldName, range, unit, withUnit } from './words.js';
import { word } from './measure.js';
import { inputs } from './form.js';
import { focusOn } from './focus.js';

/** The id of an input in a form. */
export const idOf = (form, name) => `${form}-${name.replaceAll('.', '-')}`;

/** The name of an input, with its eye. */
export function nameOf(name) {
  const { field, eye } = inputs.get(name);
  return fieldName(field.name) + (eye ? `, ${fieldName(eye)}` : '');
}

/** A finding in words. */
export function words({ key, params = {}, message }) {
  if (message) return message;
  const { field, value, other, flat, steep, ...rest } = params;
  return t(key, {
    ...rest,
    ...(field && { range: range(field), usual: field.usual && range(field, field.usual) }),
    ...(field && value !== undefined && { value: withUnit(value, field) }),
    ...(other && { other: fieldName(other) }), ...(flat && { flat: fieldName(flat), steep: fieldName(steep) }),
  });
}

/** An input of an entry with its label, its range and its hint. found are the entry's findings. */
export function inputView(input, entry, found) {
  const id = idOf('transcribe', input.name);
  const finding = found.get(input.name);
  const { field } = input;
  const description = about(field);
  return html`<div class="field entry-field ${field.kind}">
    <label for=${id}>${field.name === 'name' ? t('transcribe.name') : fieldName(field.name)}</label>
    ${control(input, entry, id, { finding, description })}
    ${description ? html`<span class="soft small range" id="${id}-about">${description}</span>` : nothing}
    ${finding ? hint(input.name, (offer) => entry.accept(offer), id, finding) : nothing}
  </div>`;
}

/** What a field takes: its range, or what is kept of a text. */
export function about(field) {
  if (field.min !== undefined) return range(field);
  return { name: t('transcribe.initials'), notes: t('transcribe.notes') }[field.name];
}

/** A finding beside the input with this id. accept carries out its offer. */
export function hint(name, accept, id, finding) {
  return html`<span class="hint ${finding.level}" id="${id}-hint" data-for=${name}>${words(finding)} ${offer(finding, accept, id)}</span>`;
}

// A correction is only offered: it is made when its button is pressed.
function offer({ offer: offered }, accept, id) {
  if (!offered) return nothing;
  const label = offered.exchange ? t('rule.exchange', { kind: offered.kind }) : t('rule.use', { value: word(offered.value) });
  return html`<button type="button" class="button narrow offer" @click=${() => { accept(offered); focusOn('#' + id); }}>${label}</button>`;
}

/** The control of an input. label names it if no label element does. */
export function control(input, entry, id, { finding, description, label = nothing }) {
  const { name, field } = input;
  const described = [description && `${id}-about`, finding && `${id}-hint`].filter(Boolean).join(' ') || nothing;
  const wrong = finding?.level === 'error' ? 'true' : nothing;
  const typed = (e) => entry.type(name, e.target.value, e.target.validity.badInput);
  const value = live(entry.text(name));
  switch (field.kind) {
    case 'enum':
      return html`<select id=${id} name=${name} aria-label=${label} aria-describedby=${described} aria-invalid=${wrong} .value=${value} @change=${typed}>
        <option value=""></option>${field.values.map((v) => html`<option value=${v} ?selected=${v === entry.text(name)}>${word(v)}</option>`)}</select>`;
    case 'date':
      return html`<input type="date" id=${id} name=${name} aria-label=${label} autocomplete="off" max="9999-12-31" aria-describedby=${described} aria-invalid=${wrong} .value=${value} @input=${typed}>`;
    case 'text':
      if (name === 'notes') return html`<textarea id=${id} name=${name} aria-label=${label} rows="3" maxlength=${field.maxLength} autocomplete="off" aria-describedby=${described} aria-invalid=${wrong} .value=${value} @input=${typed}></textarea>`;
      return html`<input type="text" id=${id} name=${name} aria-label=${label} maxlength=${field.maxLength ?? nothing} autocomplete="off" spellcheck="false" aria-describedby=${described} aria-invalid=${wrong} .value=${value} @input=${typed}>`;
  }
  return html`<span class="measure"><input type="text" inputmode=${field.kind === 'integer' ? 'numeric' : 'decimal'} id=${id} name=${name} aria-label=${label} autocomplete="off"
    aria-describedby=${described} aria-invalid=${wrong} .value=${value} @input=${typed}><span class="soft" aria-hidden="true">${unit(field.unit)}</span></span>`;
}
