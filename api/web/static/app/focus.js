// Moves the focus when the element that had it is removed.

/** Focuses the element of the first selector that finds one, after the page is drawn. */
export function focusOn(...selectors) {
  setTimeout(() => {
    for (const selector of selectors) {
      const found = document.querySelector(selector);
      if (found) return found.focus();
    }
  });
}

/** Like focusOn, unless the focus is on an element outside of the given part of the page. */
export function focusIn(part, ...selectors) {
  setTimeout(() => {
    const active = document.activeElement;
    if (active === document.body || active.closest(part)) focusOn(...selectors);
  });
}

/** Like focusIn, and scrolls the element to the top of the window, because what stands below it is to be seen. */
export function focusAtTop(part, selector) {
  focusIn(part, selector);
  setTimeout(() => setTimeout(() => { // when focusIn has moved the focus
    if (document.activeElement?.matches(selector)) document.activeElement.scrollIntoView();
  }));
}

/**
 * Keeps the focus inside the list item that has it: if the next drawing removes
 * the focused button, the item's last button gets the focus.
 */
export function keepFocus(item) {
  const card = document.activeElement?.closest(item);
  if (!card) return;
  setTimeout(() => {
    if (document.activeElement === document.body) [...card.querySelectorAll('button')].at(-1)?.focus();
  });
}
