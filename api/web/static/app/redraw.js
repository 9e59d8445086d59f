// One drawing of the page for any number of changes in one turn.

let draw = () => {};
let due = false;

/** Says how the page is drawn. */
export function drawWith(f) {
  draw = f;
}

/** Has the page drawn anew once the running code has ended. */
export function redraw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw();
  });
}
