// Files and the clipboard.

const extensions = ['pdf', 'jpg', 'jpeg', 'png', 'gif', 'bmp', 'json'];

/** What a file chooser offers. */
export const accept = extensions.map((e) => '.' + e).join(',');

const extension = (name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether the service reads files of this name. */
const supported = (file) => file.name.includes('.') && extensions.includes(extension(file.name));

/** Whether a model or the local reader reads it, rather than the JSON engine. */
export const isDocument = (file) => supported(file) && extension(file.name) !== 'json';

/** The largest upload in bytes, as this deployment has it. */
export const maxUpload = Number(document.documentElement.dataset.maxUpload);

/** The same in MB, for people. */
export const maxMegabytes = Math.round((maxUpload / (1 << 20)) * 10) / 10;

/** Why the service would refuse a file: type, empty or large; undefined if it would not. */
export function unfit(file) {
  if (!supported(file)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxUpload ? 'large' : undefined;
}

/** A name or a path to be shown: without what would turn its letters around. */
export const plain = (text) => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** A file from the clipboard has no name worth the word. */
export function named(file) {
  if (supported(file)) return file;
  const kind = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/bmp': 'bmp', 'application/pdf': 'pdf' }[file.type];
  return kind ? new File([file], 'report.' + kind, { type: file.type }) : file;
}

/** Gives the reader a file. */
export function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still be saving
}

/** Copies text; false where the browser does not allow it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

// Without HTTPS there is no clipboard, except for what is selected.
function copySelected(text) {
  const area = document.createElement('textarea');
  area.className = 'visually-hidden';
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** A new key for requests that may be sent again. crypto.randomUUID would need HTTPS. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** Text as a part of a file name. */
export const slug = (text) => text.normalize('NFKD').replace(/\p{Mn}/gu, '').replace(/[^a-z0-9]+/gi, '-').replace(/^-+|-+$/g, '').toLowerCase();
