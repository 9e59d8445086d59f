// Unusual values among those that were typed, by the rules for results.

import { documentOf, inputs } from './form.js';
import { mayBecome } from './number.js';
import { validValue } from './readings.js';
import { unusual } from './unusual.js';

/** The findings of unusual values: {name, level, key, params} or {name, level, message}. */
export function doubts(values, typing) {
  const validInputs = [...inputs].filter(([name, input]) => validValue(input, values[name]) !== undefined);
  const report = documentOf(Object.fromEntries(validInputs.map(([name]) => [name, values[name]])));
  return unusual(report).map(findingOf).filter((d) => d.name !== typing || (d.key && !mayBecome(values[typing], ...d.params.field.usual)));
}

// A finding about both meridians stands beside the steep one, and a finding about
// both eyes beside the left one.
function findingOf({ cells, sign, text }) {
  const cell = cells.at(-1);
  const input = inputOf(cell);
  if (input && sign !== 'apart') return { name: input.name, level: 'unusual', key: 'rule.unusual', params: { field: input.field } };
  return { name: (input ?? inputOf(cell.replace(/_(mean|cylinder)$/, '2_magnitude'))).name, level: 'unusual', message: text };
}

const inputOf = (cell) => inputs.get(cell) ?? inputs.get('posterior.' + cell);
