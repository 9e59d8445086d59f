import { readFile } from "node:fs/promises";
import { ApiError, BiomError, type BatchJob, type Biom, type Result, type SavedReport, type StreamEvent, type Upload, type UploadOptions } from "../src/index.js";
import { names } from "./zip.js";

/** The arguments of a call, and what the scenario calls them. */
type Arguments = Record<string, any>;

/** The parts of the repository and of the scenario that uploads come from. */
export interface Sources {
  samples: URL;
  documents: Record<string, unknown>;
}

/** Makes a call of the scenario, and returns its outcome with names as on the wire. */
export type Call = (biom: Biom, args: Arguments, sources: Sources) => Promise<unknown>;

export const calls: Record<string, Call> = {
  async process(biom, args, sources) {
    return outcome(await biom.process(await upload(args, sources), options(args)));
  },
  async stream(biom, args, sources) {
    return streamed(biom.stream(await upload(args, sources), options(args)));
  },
  async retrieve(biom, { code }) {
    return outcome(await biom.retrieve(code));
  },
  async export(biom, { responses, formats }) {
    return { files: await names(await biom.export(responses as SavedReport[], { formats })) };
  },
  usage: (biom) => biom.usage(),
  async submit(biom, args, sources) {
    return biom.jobs.submit(await upload(args, sources), { ...options(args), wait: args["wait"] });
  },
  job: (biom, { job }) => biom.jobs.get(job),
  wait: (biom, { job }) => biom.jobs.wait(job),
  async result(biom, { job }) {
    return outcome(await biom.jobs.result(job));
  },
  events: (biom, { job, after }) => streamed(biom.jobs.events(job, { after })),
  async cancel(biom, { job }) {
    await biom.jobs.cancel(job);
    return {};
  },
  batch: (biom, { batch, status, limit, after }) => biom.batches.get(batch, { status, limit, after }),
  async batch_jobs(biom, { batch, limit }) {
    const jobs: BatchJob[] = [];
    for await (const job of biom.batches.jobs(batch, { limit })) jobs.push(job);
    return { jobs };
  },
  async batch_events(biom, { batch, take }) {
    const events: unknown[] = [];
    for await (const { type, id, job } of biom.batches.events(batch)) {
      if (events.push({ event: type, id, data: job }) === take) break;
    }
    return { events };
  },
};

function outcome({ response, withheld, replayed }: Result): unknown {
  return { response, withheld, replayed };
}

/** Collects a stream. */
async function streamed(updates: AsyncIterable<StreamEvent>): Promise<unknown> {
  const events: unknown[] = [];
  let withheld: readonly string[] = [];
  for await (const update of updates) {
    if (update.type === "result") {
      withheld = update.result.withheld;
      events.push({ event: update.type, id: update.id, data: update.result.response });
    } else {
      const { type, id, ...data } = update;
      events.push({ event: type, id, data });
    }
  }
  return { events, withheld };
}

async function upload({ upload }: Arguments, { samples, documents }: Sources): Promise<Upload> {
  const filename: string = upload.filename ?? upload.sample;
  if (upload.sample) return { filename, content: await readFile(new URL(upload.sample, samples)) };
  if (upload.document) return { filename, content: JSON.stringify(documents[upload.document]) };
  if (upload.size) return { filename, content: "%PDF-1.7\n".padEnd(upload.size, "\0") };
  return { filename, content: upload.text };
}

function options({ share, tier, idempotency_key: idempotencyKey, batch, callback }: Arguments): UploadOptions {
  return { share, tier, idempotencyKey, batch, callback };
}

/** Returns an error as the scenario describes it. What is no error of the client is thrown. */
export function errorOutcome(error: unknown): unknown {
  if (!(error instanceof BiomError || error instanceof TypeError)) throw error;
  if (!(error instanceof ApiError)) return {};
  const { status, code, requestId, reason, faults, retryAfter } = error;
  return { status, code, request_id: requestId, reason, faults, retry_after: retryAfter };
}
