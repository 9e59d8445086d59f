// The values of a result as elements that can be selected. One of them can be reached with
// the Tab key, the others from there with the arrow keys. They stay ordinary contents of the
// table's cells, so that a screen reader reads a cell with its headings.

import { html } from '../vendor/lit-html/lit-html.js';
import { deselect, select, selectedIn } from './selected.js';

const first = 'patient.name'; // what the Tab key reaches while nothing is selected

/** The element of a value. */
export function valueView(response, path, content) {
  const selected = selectedIn(response);
  const choose = () => select(response, path);
  return html`<span class="value" role="button" data-path=${path} tabindex=${(selected ?? first) === path ? 0 : -1}
    aria-current=${selected === path} @focus=${choose} @click=${choose}>${content}</span>`;
}

/** Focuses the value with this path in a report, and so selects it. */
export const focusValue = (report, path) => report.querySelector(`.value[data-path="${path}"]`)?.focus();

/** Handles the keys of a report's values. Left and right follow the reading order, up and down stay with the eye. */
export function moveBetweenValues(e) {
  const from = e.target.closest?.('.value');
  if (!from || e.target !== from || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  if (e.key === 'Escape') return deselect();
  const to = keys[e.key]?.(from, [...e.currentTarget.querySelectorAll('.value')].filter((value) => value.checkVisibility()));
  if (!to) return;
  e.preventDefault();
  to.focus();
}

const step = (by) => (from, all) => all[all.indexOf(from) + by];

const keys = {
  ArrowRight: step(1),
  ArrowLeft: step(-1),
  ArrowDown: (from, all) => across(from, all),
  ArrowUp: (from, all) => across(from, all.toReversed()),
  ' ': (from) => from,
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
