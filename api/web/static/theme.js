// Sets the chosen theme before anything is drawn, so that nothing flashes.
// "auto" follows the system, and is what is not stored.
try {
  const theme = localStorage.getItem('biom.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch { /* storage is forbidden: the system's theme it is */ }
