// Unusual values among those that were typed, by the rules for results.

import { documentOf, inputOf, inputs } from './form.js';
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
  const name = inputOf(cell);
  if (name && sign !== 'apart') return { name, level: 'unusual', key: 'rule.unusual', params: { field: inputs.get(name).field } };
  return { name: name ?? inputOf(cell.replace(/_(mean|cylinder)$/, '2_magnitude')), level: 'unusual', message: text };
}
