// The pages of a document as pictures. Nothing of a document is run or followed: of a PDF
// only the page's picture is drawn, without scripts, links and forms to fill in.

import { isDocument } from './files.js';

const opened = new Map(); // file → {pages: Promise, users}

/**
 * The pages of a file: {count, page(number)}. A page is {width, height, draw(width, signal)}; draw
 * resolves to an element with the page's picture for this width in CSS pixels. Call release when
 * the pages are not needed any more.
 */
export function pagesOf(file) {
  if (!opened.has(file)) {
    closeUnused(); // at most one document stays open for the next look at it
    opened.set(file, { pages: /\.pdf$/i.test(file.name) ? pdfPages(file) : picturePages(file), users: 0 });
  }
  const entry = opened.get(file);
  entry.users++;
  return entry.pages;
}

/** Takes back one call of pagesOf. */
export const release = (file) => opened.get(file).users--;

/** Releases the memory of all documents that nobody uses. */
export function closeUnused() {
  for (const [file, { pages, users }] of opened) {
    if (users > 0) continue;
    opened.delete(file);
    pages.then(({ close }) => close(), () => {});
  }
}

/** Reports whether a file has pages that may be shown. */
export const hasPages = (file) => !!file && isDocument(file);

async function picturePages(file) {
  const picture = new Image();
  if (!/\.jpe?g$/i.test(file.name)) picture.className = 'as-stored'; // only photos are turned, as the reader does
  picture.alt = ''; // the view names it
  picture.src = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(picture.src);
  try {
    await picture.decode();
  } catch (error) {
    close();
    throw error;
  }
  const page = { width: picture.naturalWidth, height: picture.naturalHeight, draw: async () => picture.cloneNode() };
  return { count: 1, page: async () => page, close };
}

const library = (path) => new URL('../vendor/pdfjs-dist/' + path, import.meta.url).href;

async function pdfPages(file) {
  const [pdf, data] = await Promise.all([import('../vendor/pdfjs-dist/legacy/build/pdf.min.mjs'), file.arrayBuffer()]);
  const worker = new Worker(library('legacy/build/pdf.worker.min.mjs'), { type: 'module' });
  const broken = new Promise((_, reject) => { worker.onerror = reject; });
  const task = pdf.getDocument({ ...safe, data, verbosity: 0, worker: new pdf.PDFWorker({ port: worker }), wasmUrl: library('wasm/') });
  const close = () => {
    task.destroy().catch(() => {}); // takes the document's fonts out of the page
    setTimeout(() => worker.terminate(), 1000); // also if it is busy and does not answer
  };
  try {
    const doc = await Promise.race([task.promise, broken]);
    return { count: doc.numPages, page: async (number) => pdfPage(pdf, await doc.getPage(number)), close };
  } catch (error) {
    close();
    throw error;
  }
}

const safe = {
  isEvalSupported: false, // later versions have no eval
  enableXfa: false,
  useWasm: false, // the page's policy does not allow it
  maxImageSize: 1 << 27, // pixels; a larger image is left out
  canvasMaxAreaInBytes: 1 << 28,
};

const maxArea = 1 << 24; // pixels of a drawn page; phones draw nothing on a larger canvas

function pdfPage(pdf, page) {
  const { width, height } = page.getViewport({ scale: 1 });
  const draw = async (cssWidth, signal) => {
    const scale = Math.min((cssWidth * devicePixelRatio) / width, Math.sqrt(maxArea / (width * height)));
    const viewport = page.getViewport({ scale });
    const canvas = Object.assign(document.createElement('canvas'), { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
    // What annotations and filled-in forms show is drawn, because the reader sees it too.
    const drawing = page.render({ canvas, viewport, annotationMode: pdf.AnnotationMode.ENABLE });
    signal.addEventListener('abort', () => drawing.cancel());
    await drawing.promise;
    return canvas;
  };
  return { width, height, draw };
}
