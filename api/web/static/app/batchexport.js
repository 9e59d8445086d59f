// The reports of a batch as ZIP files.

import { exportZip } from './api.js';
import { download } from './files.js';

const maxReports = 1000; // reports in one export; the service may take fewer

/**
 * Downloads reports, [{json_data, filename}], in as many ZIP files as needed. Resolves to their number. The first lists the
 * files that were not read, [{filename, message}].
 */
export async function exportAll(reports, failed) {
  const zips = [];
  for (let at = 0; at < reports.length; at += maxReports) {
    zips.push(...(await exportParts(reports.slice(at, at + maxReports), at ? [] : failed.slice(0, maxReports))));
  }
  zips.forEach(({ blob, name }, i) => download(blob, zips.length > 1 ? name.replace(/(?=\.zip$)/, `-${i + 1}`) : name));
  return zips.length;
}

// Halves an export that the service refuses as too large.
async function exportParts(reports, failed) {
  try {
    return [await exportZip(reports, failed)];
  } catch (failure) {
    if (failure.status !== 413 || reports.length === 1) throw failure;
    const half = reports.length >> 1;
    return [...(await exportParts(reports.slice(0, half), failed)), ...(await exportParts(reports.slice(half), []))];
  }
}
