// In a form Enter moves the focus to the next input, because a number pad has an
// Enter key and no Tab key. Ctrl+Enter and the form's button save.

/** Returns a form's keydown handler. save is called on Ctrl+Enter. */
export const enter = (save) => (e) => {
  if (e.key !== 'Enter' || e.isComposing) return;
  if (e.ctrlKey || e.metaKey) return save(e);
  if (e.target.tagName !== 'INPUT') return;
  e.preventDefault();
  moveFocus(e.currentTarget, e.target, e.shiftKey ? -1 : 1);
};

function moveFocus(form, from, step) {
  const inputs = [...form.elements].filter((el) => !['button', 'fieldset'].includes(el.type) && el.checkVisibility?.() !== false);
  const to = inputs[inputs.indexOf(from) + step];
  to?.focus();
  to?.select?.();
}
