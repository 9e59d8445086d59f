// Decides which of the chosen files go into a batch.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { plain, unfit } from './files.js';

/** Sorts files, [{file, path}], into those that fit and the others, which get a reason. */
export function sortFiles(files, jobs) {
  const existing = new Set(jobs.map(identity));
  const all = files.map((entry) => {
    const reason = reasonAgainst(entry) ?? (existing.has(identity(entry)) ? 'twice' : undefined);
    existing.add(identity(entry));
    return { ...entry, reason };
  });
  return { fit: all.filter((entry) => !entry.reason), others: all.filter((entry) => entry.reason) };
}

const identity = ({ file, path }) => `${path}\n${file?.size}\n${file?.lastModified}`;

// A file whose name begins with a dot belongs to the system, whatever its extension is.
function reasonAgainst({ file }) {
  if (!file) return 'unreadable';
  return file.name.startsWith('.') ? 'type' : unfit(file);
}

/** The list of the files that were left out. */
export function leftOutView(files) {
  if (!files.length) return nothing;
  const words = t.n('batch.left-out', files.length);
  return html`<div><p class="visually-hidden" role="status">${words}</p>
    <details class="note warn left-out"><summary>${words}</summary>
      <ul>${files.map(({ path, reason }) => html`<li><span class="job-path">${plain(path)}</span> <span class="soft">${t('batch.why.' + reason)}</span></li>`)}</ul>
    </details></div>`;
}
