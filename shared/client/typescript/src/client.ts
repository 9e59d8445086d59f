import { Batches } from "./batches.js";
import type { StreamEvent } from "./events.js";
import { exportCall, readArchive, type ExportOptions, type SavedReport } from "./export.js";
import { Jobs } from "./jobs.js";
import type { Feedback, Health, Status, Usage } from "./openapi.js";
import { Config, type CallOptions, type Options } from "./options.js";
import { readResult, type Result } from "./result.js";
import { uploadEvents } from "./stream.js";
import { Transport } from "./transport.js";
import { processCall, type Upload, type UploadOptions } from "./upload.js";

/**
 * The client of one service. Its calls can be made at the same time. They send a request again
 * when that may help, and throw an error of this package when it does not.
 */
export class Biom {
  /** Uploads that the service processes by itself. */
  readonly jobs: Jobs;
  /** The jobs to which one name was given. */
  readonly batches: Batches;
  readonly #transport: Transport;

  constructor(options: Options) {
    this.#transport = new Transport(new Config(options));
    this.jobs = new Jobs(this.#transport);
    this.batches = new Batches(this.#transport);
  }

  /** Uploads a report and waits for the result. */
  process(upload: Upload, options: UploadOptions = {}): Promise<Result> {
    return this.#transport.request(processCall(upload, options), readResult);
  }

  /**
   * Uploads a report and yields the steps of its processing, and at the end the result. Leaving the
   * loop ends the request for this client.
   */
  stream(upload: Upload, options: UploadOptions = {}): AsyncGenerator<StreamEvent> {
    return uploadEvents(this.#transport, processCall(upload, options, { stream: true }));
  }

  /**
   * Returns the response that was shared under a share code such as word-word-123456. An unknown,
   * expired or destroyed share is a NotFoundError, and so is a wrong number: the third one
   * destroys the share. So the request is not sent again when it may have arrived.
   */
  retrieve(code: string, options: CallOptions = {}): Promise<Result> {
    return this.#transport.request({ path: "/api/v1/biom/retrieve", query: { biom_pin: code }, once: true, ...options }, readResult);
  }

  /** Returns an archive (ZIP) with tables and files of these reports. */
  export(reports: readonly SavedReport[], options: ExportOptions = {}): Promise<File> {
    return this.#transport.request(exportCall(reports, options), readArchive);
  }

  /**
   * Says within 24 hours whether an extraction was right. The ID is the `metadata.request_id` of the
   * response to the extraction itself. The first rating stays; another one is a ConflictError.
   */
  async feedback(requestID: string, rating: Feedback["rating"], options: CallOptions = {}): Promise<void> {
    const json: Feedback = { request_id: requestID, rating };
    await this.#transport.json({ method: "POST", path: "/api/v1/biom/feedback", json, keys: "none", ...options });
  }

  /** Returns what the caller has used of its quotas. With `validate` the provider is asked whether it accepts the provider key. */
  usage(options: CallOptions & { validate?: boolean } = {}): Promise<Usage> {
    const { validate, signal } = options;
    return this.#transport.json<Usage>({ path: "/api/v1/biom/usage", query: { validate: validate ? "true" : undefined }, keys: "both", signal });
  }

  /** Returns state and versions of the service, which checks nothing for it. */
  status(options: CallOptions = {}): Promise<Status> {
    return this.#transport.json<Status>({ path: "/api/v1/status", keys: "none", ...options });
  }

  /** Makes the service check its provider and its database. */
  health(options: CallOptions = {}): Promise<Health> {
    return this.#transport.json<Health>({ path: "/api/v1/health", keys: "none", ...options });
  }
}
