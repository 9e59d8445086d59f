// What this browser keeps. Storage may be forbidden or full: then nothing is
// kept, and nothing else happens.

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
  } catch { /* see above */ }
}
