// Enter in a form goes on to the next input, because a number pad has an Enter
// key and no Tab. Ctrl and Enter, and the form's button, save.

/** What a form does with a key. */
export const enter = (save) => (e) => {
  if (e.key !== 'Enter' || e.isComposing) return;
  if (e.ctrlKey || e.metaKey) return save(e);
  if (e.target.tagName !== 'INPUT') return;
  e.preventDefault();
  go(e.currentTarget, e.target, e.shiftKey ? -1 : 1);
};

function go(form, from, step) {
  const inputs = [...form.elements].filter((el) => !['button', 'fieldset'].includes(el.type) && el.checkVisibility?.() !== false);
  const to = inputs[inputs.indexOf(from) + step];
  to?.focus();
  to?.select?.();
}
