// Chooses the app's language before the page is drawn, and has the browser load its texts beside the
// app: only those in English are in the app's bundle. A language that the user has chosen is stored.
{
  const languages = ['en', 'de', 'es', 'fr', 'pt'];
  let stored;
  try {
    stored = JSON.parse(localStorage.getItem('biom.language'));
  } catch { /* storage is forbidden: the browser's languages are used */ }
  const wanted = [stored, ...navigator.languages].map((tag) => String(tag ?? '').slice(0, 2).toLowerCase());
  const chosen = wanted.find((tag) => languages.includes(tag)) ?? 'en';
  document.documentElement.lang = chosen;
  if (chosen !== 'en') {
    const href = new URL(`words/${chosen}.js`, document.currentScript.src).href;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
