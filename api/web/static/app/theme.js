// The theme: light, dark or the system's. ../theme.js applies the chosen one
// before the page is drawn.

import { t } from './words.js';
import { redraw } from './redraw.js';

/** The themes by their names. */
export const themes = () => ({ auto: t('theme.auto'), light: t('theme.light'), dark: t('theme.dark') });

/** The chosen theme. */
export const theme = () => document.documentElement.dataset.theme ?? 'auto';

/** Chooses a theme for this browser. */
export function chooseTheme(name) {
  const root = document.documentElement;
  if (name === 'auto') delete root.dataset.theme;
  else root.dataset.theme = name;
  keep(name);
  redraw();
}

// Plain text, so that ../theme.js and the documentation can read it.
function keep(name) {
  try {
    if (name === 'auto') localStorage.removeItem('biom.theme');
    else localStorage.setItem('biom.theme', name);
  } catch { /* storage is forbidden: the choice holds for this page only */ }
}
