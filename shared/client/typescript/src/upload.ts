import type { CallOptions } from "./options.js";
import type { Call } from "./transport.js";

/** A file with its name: a File, as of an `<input>`, or a name and the content. The name's extension says how it is read. */
export type Upload = File | { filename: string; content: Blob | Uint8Array | ArrayBuffer | string };

/** How an upload is processed. It goes on when its client leaves; only a job can be cancelled. */
export interface UploadOptions extends CallOptions {
  /** Makes a share: the response has its code. */
  share?: boolean | undefined;
  /** For PDF and images: `slow` costs half and may take minutes. */
  tier?: "standard" | "slow" | undefined;
  /** The response says where each value stands in the document: page, box, printed text and the readings that saw it. */
  evidence?: boolean | undefined;
  /** The name of the batch to which the upload belongs. Needs a service key. */
  batch?: string | undefined;
  /** The name of the endpoint that is told when the upload has been processed. Needs a service key. */
  callback?: string | undefined;
  /** Makes all tries one request. Default: a new random key. */
  idempotencyKey?: string | undefined;
}

/** What the answer to an upload is to be. */
interface Answer {
  /** The events of the processing. */
  stream?: boolean;
  /** Preferences for the header Prefer. */
  prefer?: string;
}

/** Returns the request that processes an upload. It can be sent again: all tries have the same key. */
export function processCall(upload: Upload, options: UploadOptions, { stream = false, prefer }: Answer = {}): Call {
  return {
    method: "POST",
    path: "/api/v1/biom/process",
    headers: { "Idempotency-Key": options.idempotencyKey ?? newIdempotencyKey(), Prefer: prefer },
    body: uploadForm(upload, options, stream),
    keys: "both",
    signal: options.signal,
  };
}

/** The options come first, so that the service knows them before the file. */
function uploadForm(upload: Upload, options: UploadOptions, stream: boolean): FormData {
  const form = new FormData();
  if (stream) form.set("stream", "true");
  if (options.share) form.set("biompin", "true");
  if (options.tier) form.set("service_tier", options.tier);
  if (options.evidence) form.set("evidence", "true");
  if (options.batch !== undefined) form.set("batch", options.batch);
  if (options.callback !== undefined) form.set("callback", options.callback);
  const [content, name] = upload instanceof File ? [upload, upload.name] : [blob(upload.content), upload.filename];
  form.set("file", content, name.replace(/^.*[/\\]/, "")); // of a path only the last part: folders may name patients
  return form;
}

function blob(content: Blob | Uint8Array | ArrayBuffer | string): Blob {
  return content instanceof Blob ? content : new Blob([content as BlobPart]);
}

/** A random key of 128 bits. crypto.randomUUID is missing on pages without TLS. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
