// Values in the browser's local storage. If storage is forbidden or full, nothing
// is stored, and the page works without it.

/** The stored value, or undefined. */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem('biom.' + name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function save(name, value) {
  try {
    if (value === undefined) localStorage.removeItem('biom.' + name);
    else localStorage.setItem('biom.' + name, JSON.stringify(value));
  } catch { /* storage is forbidden or full */ }
}
