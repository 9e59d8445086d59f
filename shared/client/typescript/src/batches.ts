import { parseData } from "./events.js";
import type { Batch, BatchJob } from "./openapi.js";
import type { CallOptions } from "./options.js";
import { keptEvents, type Resume } from "./stream.js";
import type { Transport } from "./transport.js";

export interface BatchOptions extends CallOptions {
  /** Only jobs in this state. */
  status?: BatchJob["status"] | undefined;
  /** The number of jobs on a page, up to 1000. Default: 100. */
  limit?: number | undefined;
}

/** The end of a job of a batch. */
export interface BatchEvent {
  type: "end";
  id: string;
  job: BatchJob;
}

/** Batches are the jobs that the user of the service key has given one name. A batch without jobs is a NotFoundError. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns a page of a batch, the first one or the one `after` the page that had this as `next`, and how many jobs are in which state. */
  async get(batch: string, { signal, ...query }: BatchOptions & { after?: string | undefined } = {}): Promise<Batch> {
    return this.#transport.json<Batch>({ path: path(batch), query, signal });
  }

  /** Yields all jobs of a batch, in the order in which they were made. */
  async *jobs(batch: string, options: BatchOptions = {}): AsyncGenerator<BatchJob> {
    for (let after: string | undefined; ; ) {
      const page = await this.get(batch, { ...options, after });
      yield* page.jobs;
      if (!page.next) return;
      after = page.next;
    }
  }

  /**
   * Yields each job of a batch that has ended: first those that ended before, then each when it ends. It has no end of its own,
   * because jobs may be added to the batch: leave the loop when you have seen enough.
   */
  async *events(batch: string, options: Resume = {}): AsyncGenerator<BatchEvent> {
    for await (const { name, id, data } of keptEvents(this.#transport, `${path(batch)}/events`, options)) {
      if (name === "end") yield { type: "end", id, job: parseData(data) as unknown as BatchJob };
    }
  }
}

/** Returns the path of a batch. A name like ".." would lead to another address. */
function path(batch: string): string {
  if (!/^[\w.~-]+$/.test(batch) || /^\.\.?$/.test(batch)) {
    throw new TypeError("the name of a batch consists of letters, digits and the characters . _ ~ -");
  }
  return `/api/v1/biom/batches/${batch}`;
}
