// Files from a chooser or from what was dropped, folders opened: [{file, path}].

/** What a chooser of files or of a folder holds. */
export const chosen = (input) => [...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/** What was dropped. The entries have to be taken before the event is over. */
export async function dropped({ items }) {
  const files = [...items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return (await Promise.all(files.map((f) => (f instanceof File ? [{ file: f, path: f.name }] : walk(f))))).flat();
}

async function walk(entry) {
  try {
    if (entry.isFile) return [{ file: await new Promise((ok, no) => entry.file(ok, no)), path: entry.fullPath.slice(1) }];
    return (await Promise.all((await children(entry)).map(walk))).flat();
  } catch {
    return [{ path: entry.fullPath.slice(1) }]; // it cannot be read
  }
}

// A reader gives its entries in portions; an empty one is the end.
async function children(directory) {
  const reader = directory.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((ok, no) => reader.readEntries(ok, no));
    if (!some.length) return all;
    all.push(...some);
  }
}
