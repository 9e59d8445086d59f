/**
 * The client of biom's HTTP API: see `Biom`.
 *
 * - client.ts: the calls; options.ts: addresses and keys
 * - upload.ts: what is uploaded; result.ts: what comes back
 * - stream.ts: streams that go on after a cut; events.ts: what they say; sse.ts: server-sent events
 * - jobs.ts, batches.ts: what the service processes by itself
 * - transport.ts: one request and its answer; retries.ts: when it is sent again
 * - errors.ts: the errors; problem.ts: reads them from answers
 * - openapi.ts: generated from /openapi.json
 */
export type { BatchEvent, Batches, BatchOptions } from "./batches.js";
export { Biom } from "./client.js";
export * from "./errors.js";
export type { ProgressUpdate, ResultUpdate, StreamEvent } from "./events.js";
export type { ExportOptions, Format, SavedReport } from "./export.js";
export type { JobOptions, Jobs } from "./jobs.js";
export type {
  Batch,
  BatchJob,
  BiometerInfo,
  BiometricData,
  BiometryReport,
  ErrorDetails,
  ExtraReport,
  ExtractionAI,
  ExtractionDirect,
  Fault,
  Health,
  Job,
  PatientData,
  PosteriorKeratometry,
  PosteriorKeratometryData,
  ProgressEvent,
  ResponseMetadata,
  ShareInfo,
  StandardAPIResponse,
  Status,
  UploadDocument,
  Usage,
} from "./openapi.js";
export type { CallOptions, Options } from "./options.js";
export { Result } from "./result.js";
export type { Resume } from "./stream.js";
export type { Upload, UploadOptions } from "./upload.js";
