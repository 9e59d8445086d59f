// The reports of a batch as ZIP files.

import { exportZip } from './api.js';
import { download } from './files.js';

const most = 1000; // in one export, unless the service takes fewer

/** Downloads reports, [{json_data, filename}], in as many files as it takes. Says how many. */
export async function exportAll(reports) {
  const zips = [];
  for (let at = 0; at < reports.length; at += most) zips.push(...(await zipped(reports.slice(at, at + most))));
  zips.forEach(({ blob, name }, i) => download(blob, zips.length > 1 ? name.replace(/(?=\.zip$)/, `-${i + 1}`) : name));
  return zips.length;
}

// What is too much at once is exported in halves.
async function zipped(reports) {
  try {
    return [await exportZip(reports)];
  } catch (failure) {
    if (failure.status !== 413 || reports.length === 1) throw failure;
    const half = reports.length >> 1;
    return [...(await zipped(reports.slice(0, half))), ...(await zipped(reports.slice(half)))];
  }
}
