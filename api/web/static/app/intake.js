// Which of the files that were chosen go into a batch.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { t } from './words.js';
import { plain, unfit } from './files.js';

/** Sorts files, [{file, path}]: those that fit, and the others with the reason why. */
export function sorted(files, jobs) {
  const there = new Set(jobs.map(same));
  const all = files.map((one) => {
    const reason = why(one) ?? (there.has(same(one)) ? 'twice' : undefined);
    there.add(same(one));
    return { ...one, why: reason };
  });
  return { fit: all.filter((one) => !one.why), others: all.filter((one) => one.why) };
}

const same = ({ file, path }) => `${path}\n${file?.size}\n${file?.lastModified}`;

// Files that begin with a dot belong to the system, whatever their name ends in.
function why({ file }) {
  if (!file) return 'unreadable';
  return file.name.startsWith('.') ? 'type' : unfit(file);
}

/** The files that were left out. */
export function leftOutView(files) {
  if (!files.length) return nothing;
  const words = t.n('batch.left-out', files.length);
  return html`<div><p class="visually-hidden" role="status">${words}</p>
    <details class="note warn left-out"><summary>${words}</summary>
      <ul>${files.map(({ path, why: reason }) => html`<li><span class="job-path">${plain(path)}</span> <span class="soft">${t('batch.why.' + reason)}</span></li>`)}</ul>
    </details></div>`;
}
