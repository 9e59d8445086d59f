// What is unusual among the values that were typed: the same as in a result.

import { documentOf, inputs } from './form.js';
import { mayBecome } from './number.js';
import { valid } from './readings.js';
import { unusual } from './unusual.js';

/** The unusual values, {name, level, key, params} or {name, level, said}. */
export function doubts(values, typing) {
  const sane = [...inputs].filter(([name, input]) => valid(input, values[name]) !== undefined);
  const report = documentOf(Object.fromEntries(sane.map(([name]) => [name, values[name]])));
  return unusual(report).map(doubt).filter((d) => d.name !== typing || (d.key && !mayBecome(values[typing], ...d.params.field.usual)));
}

// What concerns both meridians is said beside the steep one, and what concerns
// both eyes beside the left.
function doubt({ cells, sign, text }) {
  const cell = cells.at(-1);
  const alone = inputOf(cell);
  if (alone && sign !== 'apart') return { name: alone.name, level: 'unusual', key: 'rule.unusual', params: { field: alone.field } };
  return { name: (alone ?? inputOf(cell.replace(/_(mean|cylinder)$/, '2_magnitude'))).name, level: 'unusual', said: text };
}

const inputOf = (cell) => inputs.get(cell) ?? inputs.get('posterior.' + cell);
