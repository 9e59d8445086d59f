// Which value is selected. At most one value of the whole page is. A path names it within
// its response: the part of the report and the field, such as right_eye.AL, left_eye.PK1_axis,
// patient.id, exam_date or notes. Computed values have one too: right_eye.K_cylinder.

import { redraw } from './redraw.js';

let current; // {response, path}

/** The path of the selected value, if it is one of this response. */
export const selectedIn = (response) => (current?.response === response ? current.path : undefined);

/** Selects a value. */
export function select(response, path) {
  if (selectedIn(response) !== path) change({ response, path });
}

/** Selects nothing. */
export function deselect() {
  if (current) change(undefined);
}

function change(to) {
  current = to;
  redraw();
}
