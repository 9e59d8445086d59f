// Files and the clipboard.

const extensions = ['pdf', 'jpg', 'jpeg', 'png', 'gif', 'bmp', 'json'];

/** The file types that a file chooser offers. */
export const accept = extensions.map((e) => '.' + e).join(',');

const extension = (name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Reports whether the service reads files of this name. */
const supported = (file) => file.name.includes('.') && extensions.includes(extension(file.name));

/** Reports whether a file is a PDF or an image, which a provider reads, and not JSON. */
export const isDocument = (file) => supported(file) && extension(file.name) !== 'json';

/** The upload limit of this deployment, in bytes. */
export const maxUpload = Number(document.documentElement.dataset.maxUpload);

/** The upload limit in MB, to be shown. */
export const maxMegabytes = Math.round((maxUpload / (1 << 20)) * 10) / 10;

/** Why the service would refuse a file: "type", "empty" or "large"; undefined if it would not. */
export function unfit(file) {
  if (!supported(file)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxUpload ? 'large' : undefined;
}

/** A name or path without control characters and marks that change the direction of writing. */
export const plain = (text) => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** The file with a supported name: a file from the clipboard may have none. */
export function named(file) {
  if (supported(file)) return file;
  const kind = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/bmp': 'bmp', 'application/pdf': 'pdf' }[file.type];
  return kind ? new File([file], 'report.' + kind, { type: file.type }) : file;
}

/** Downloads a file with this content and name. */
export function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still be saving
}

/** Copies text. Resolves to false if the browser does not allow it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

// Without HTTPS a page can only copy text that is selected.
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

/** A new Idempotency-Key. (crypto.randomUUID works only with HTTPS.) */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** The text in a form that fits in a file name: lower-case ASCII letters, digits and hyphens. */
export const slug = (text) => text.normalize('NFKD').replace(/\p{Mn}/gu, '').replace(/[^a-z0-9]+/gi, '-').replace(/^-+|-+$/g, '').toLowerCase();
