// The files of a chooser or a drop as [{file, path}], with those in folders.

/** The files of a chooser of files or of a folder. */
export const chosen = (input) => [...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/** The files that were dropped. A browser gives access to the entries only during the event. */
export async function dropped({ items }) {
  const files = [...items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return (await Promise.all(files.map((f) => (f instanceof File ? [{ file: f, path: f.name }] : walk(f))))).flat();
}

async function walk(entry) {
  try {
    if (entry.isFile) return [{ file: await new Promise((resolve, reject) => entry.file(resolve, reject)), path: entry.fullPath.slice(1) }];
    return (await Promise.all((await children(entry)).map(walk))).flat();
  } catch {
    return [{ path: entry.fullPath.slice(1) }]; // it cannot be read
  }
}

// A directory reader returns its entries in portions; an empty one is the end.
async function children(directory) {
  const reader = directory.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return all;
    all.push(...some);
  }
}
