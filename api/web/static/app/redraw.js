// Draws the page once for all changes of one run of code.

let draw = () => {};
let due = false;

/** Sets the function that draws the page. */
export function drawWith(f) {
  draw = f;
}

/** Draws the page again after the running code has ended. */
export function redraw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
  });
}
