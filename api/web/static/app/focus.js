// Where the focus goes when what had it is no longer there.

/** Focuses the first of the selectors that finds something, once the page is drawn. */
export function focusOn(...selectors) {
  setTimeout(() => {
    for (const selector of selectors) {
      const found = document.querySelector(selector);
      if (found) return found.focus();
    }
  });
}

/** The same, unless somebody is at work outside of a part of the page. */
export function focusIn(part, ...selectors) {
  setTimeout(() => {
    const active = document.activeElement;
    if (active === document.body || active.closest(part)) focusOn(...selectors);
  });
}

/**
 * Keeps the focus inside of the item of a list that has it: if the next drawing
 * takes the button away that was focused, the item's last one gets it.
 */
export function keepFocus(item) {
  const card = document.activeElement?.closest(item);
  if (!card) return;
  setTimeout(() => {
    if (document.activeElement === document.body) [...card.querySelectorAll('button')].at(-1)?.focus();
  });
}
