// Applies the chosen theme before the page is drawn, so that it does not flash in
// the other one. "auto", the system's theme, is not stored.
try {
  const theme = localStorage.getItem('biom.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch { /* storage is forbidden: the system's theme is used */ }
