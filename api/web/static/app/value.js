// The values of a result as elements that can be selected. One of them can be reached with
// the Tab key, the others from there with the arrow keys. They stay ordinary contents of the
// table's cells, so that a screen reader reads a cell with its headings.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { fieldName, has } from './words.js';
import { checkedView, confirm, edit, editorView, findingView } from './editor.js';
import { deselect, select, selectedIn } from './selected.js';

const first = 'patient.name'; // what the Tab key reaches while nothing is selected

/** The element of a value. doubtful says that it should be compared with the document. */
export function valueView(response, path, content, doubtful = false) {
  const editor = editorView(response, path);
  if (editor) return editor;
  const selected = selectedIn(response);
  const choose = () => select(response, path);
  return html`<span class="value" role="button" data-path=${path} data-doubtful=${doubtful ? '' : nothing} tabindex=${(selected ?? first) === path ? 0 : -1}
    aria-current=${selected === path} @focus=${choose} @click=${choose} @keydown=${(e) => check(e, response, path)}>${checkedView(response, path, content)}</span>${findingView(response, path)}`;
}

/** The name of the value with this path, with its eye. */
export function valueName(path) {
  const [part, field] = path.includes('.') ? path.split('.') : ['', path];
  const name = fieldName(has('field.' + field) ? field : field.replace(/_axis$/, '_cylinder')); // the axis of a computed astigmatism
  return part.endsWith('_eye') ? `${fieldName(part)} · ${name}` : name;
}

// Enter corrects a value; the space bar confirms it and goes on to the next one.
function check(e, response, path) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const report = e.target.closest('.report');
  const acts = { Enter: () => edit(response, path), ' ': () => confirm(response, path) && step(1)(e.target, valuesIn(report)) };
  if (!acts[e.key]) return;
  e.preventDefault();
  acts[e.key]();
}

const valuesIn = (report, more = '') => [...report.querySelectorAll('.value' + more)].filter((value) => value.checkVisibility());

/** Focuses the value with this path in a report, and so selects it. */
export const focusValue = (report, path) => valuesIn(report, `[data-path="${path}"]`)[0]?.focus();

/** Focuses the next or, with step -1, the previous doubtful value of a report. After the last one comes the first. */
export function focusDoubtful(report, step) {
  const all = valuesIn(report);
  const from = all.findIndex((value) => value.ariaCurrent === 'true');
  const turned = step > 0 ? [...all.slice(from + 1), ...all.slice(0, from + 1)] : [...all.slice(Math.max(from, 0)), ...all.slice(0, Math.max(from, 0))].reverse();
  turned.find((value) => value.dataset.doubtful !== undefined)?.focus();
}

/** Handles a report's keys. Left and right follow the reading order, up and down stay with the eye. */
export function handleKey(e) {
  const report = e.currentTarget;
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select, textarea, [contenteditable], dialog')) return;
  const from = e.target.closest('.value');
  const act = (from && onValue[e.key]) ?? anywhere[e.key];
  if (!act || (e.shiftKey && onValue[e.key])) return;
  e.preventDefault();
  act(from ?? report, valuesIn(report), report);
}

const step = (by) => (from, all) => all[all.indexOf(from) + by]?.focus();

const onValue = {
  ArrowRight: step(1),
  ArrowLeft: step(-1),
  ArrowDown: (from, all) => across(from, all)?.focus(),
  ArrowUp: (from, all) => across(from, all.toReversed())?.focus(),
};

const zoom = (by) => (from, all, report) => report.querySelector('biom-document')?.zoomBy(by);

const anywhere = {
  n: (from, all, report) => focusDoubtful(report, 1),
  N: (from, all, report) => focusDoubtful(report, -1),
  '+': zoom(1),
  '=': zoom(1), // the key of + without Shift on many keyboards
  '-': zoom(-1),
  Escape: deselect,
};

// The next value of the same eye in another row: of several in a cell, the one at the same
// place. Outside of the table it is the next value.
function across(from, all) {
  const [cell, row] = [from.closest('td'), from.closest('tr')];
  const next = all.slice(all.indexOf(from) + 1).find((value) => {
    const other = value.closest('td');
    return !cell || !other || (other.cellIndex === cell.cellIndex && value.closest('tr') !== row);
  });
  if (!cell || !next?.closest('td')) return next;
  const inCell = (td) => all.filter((value) => value.closest('td') === td);
  const [here, there] = [inCell(cell), inCell(next.closest('td'))];
  return there[here.indexOf(from)] ?? next;
}
