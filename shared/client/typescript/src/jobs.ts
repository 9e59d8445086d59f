import { ConnectionError, NotFoundError, ProtocolError } from "./errors.js";
import { EventReader, type StreamEvent } from "./events.js";
import { isObject } from "./json.js";
import type { CallOptions } from "./options.js";
import type { Job } from "./openapi.js";
import { apiError, parseProblem, parseRetryAfter } from "./problem.js";
import { parseResponse, Result } from "./result.js";
import { sleep } from "./sleep.js";
import { keptEvents, type Resume } from "./stream.js";
import { readJSON, type Transport } from "./transport.js";
import { processCall, type Upload, type UploadOptions } from "./upload.js";

export interface JobOptions extends CallOptions {
  /** For how many seconds the service waits for the end of the job before it answers; at most 60. */
  wait?: number | undefined;
}

/** How long one request waits for the end of a job, in seconds. Proxies often end a request that takes a minute. */
const longPoll = 30;

/**
 * Jobs are uploads that the service processes by itself, whether or not their client waits, and across its restarts. It
 * keeps their results for an hour, if the deployment does not say otherwise. Whoever has the ID of a job can read its result,
 * unless the job was made with a service key: then only that user can.
 */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a report and returns its job as soon as the service has accepted it, or with `wait` when it has ended, whichever is first. */
  async submit(upload: Upload, { wait, ...options }: UploadOptions & JobOptions = {}): Promise<Job> {
    const call = processCall(upload, options, { prefer: "respond-async" });
    const { job } = await this.#transport.request(call, readJob);
    return wait ? this.get(job.id, { wait, signal: options.signal }) : job;
  }

  /** Returns the state of a job, and at its end its response or its problem. An unknown, expired or cancelled job, or another user's, is a NotFoundError. */
  async get(id: string, options: JobOptions = {}): Promise<Job> {
    return (await this.#ask(id, options)).job;
  }

  /** Waits until a job has ended, however it ended. */
  async wait(id: string, { signal }: CallOptions = {}): Promise<Job> {
    for (;;) {
      const asked = Date.now();
      const { job, retryAfter } = await this.#ask(id, { wait: longPoll, signal });
      if (job.status === "succeeded" || job.status === "failed") return job;
      await sleep(Math.max(0, retryAfter - (Date.now() - asked) / 1000), signal); // a service that stops answers before it has waited
    }
  }

  /** Waits until a job has ended, and returns its result. If it failed, the error is the one that `Biom.process` would have thrown. */
  async result(id: string, options: CallOptions = {}): Promise<Result> {
    const job = await this.wait(id, options);
    if (job.status === "failed") throw apiError(parseProblem(job.problem) ?? { status: 500, message: "The job failed, and the server does not say why" });
    return new Result(parseResponse(job.response), job.withheld);
  }

  /**
   * Yields the events of a job, from the beginning or after the one with this ID, as `Biom.stream` does. Leaving the loop does
   * not end the job.
   */
  async *events(id: string, options: Resume = {}): AsyncGenerator<StreamEvent> {
    const reader = new EventReader();
    for await (const event of keptEvents(this.#transport, `${path(id)}/events`, options)) {
      const update = reader.read(event);
      if (update?.type === "result" && options.after !== undefined) {
        // The event that names what is withheld may be one that was seen before.
        const { withheld } = await this.get(id, { signal: options.signal });
        update.result = new Result(update.result.response, withheld);
      }
      if (update) yield update;
      if (update?.type === "result") return;
    }
  }

  /** Cancels a job that has not ended, and has the service forget its result. */
  async cancel(id: string, { signal }: CallOptions = {}): Promise<void> {
    const retries = this.#transport.retries(signal);
    for (let answerLost = false; ; ) {
      try {
        await this.#transport.send({ method: "DELETE", path: path(id), signal });
        return;
      } catch (error) {
        if (answerLost && error instanceof NotFoundError) return; // the try before has done it
        await retries.failed(error);
        answerLost ||= error instanceof ConnectionError;
      }
    }
  }

  #ask(id: string, { wait, signal }: JobOptions): Promise<{ job: Job; retryAfter: number }> {
    const timeout = (wait ?? 0) + this.#transport.config.streamIdle;
    return this.#transport.request({ path: path(id), query: { wait }, timeout, signal }, readJob);
  }
}

/** Reads a job, and after how many seconds to ask for it again. */
async function readJob(response: Response): Promise<{ job: Job; retryAfter: number }> {
  const job = (await readJSON(response)) as Job;
  if (!isObject(job) || !job.id || !job.status) {
    throw new ProtocolError("The server's answer is not a job");
  }
  return { job, retryAfter: parseRetryAfter(response.headers.get("Retry-After"), Date.now()) ?? 1 };
}

/** Returns the path of a job. An ID with other characters could lead to another address. */
function path(id: string): string {
  if (!/^[\w-]{1,128}$/.test(id)) throw new TypeError("that is no ID of a job: it consists of letters and digits");
  return `/api/v1/biom/jobs/${id}`;
}
