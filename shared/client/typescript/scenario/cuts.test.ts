// Follows reports at the service at SCENARIO_URL over connections that are cut again and again.
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { test } from "node:test";
import { Biom, type StreamEvent } from "../src/index.js";
import { samples, setting } from "./settings.js";

const stages = ["accepted", "queued", "preparing", "extracting", "validating"];
const filename = "pentacamaxl-en-13-axes.pdf"; // it has withheld values

/** A fetch whose first answers are cut, each after so many events; and the limits that were reached. */
function cutter(...limits: number[]): { fetch: typeof fetch; reached: number[] } {
  const reached: number[] = [];
  const cut = (events: AsyncGenerator<string>, limit: number) => {
    let sent = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (sent++ === limit) {
        reached.push(limit);
        await events.return(undefined);
        return controller.error(new TypeError("terminated"));
      }
      const { value, done } = await events.next();
      return done ? controller.close() : controller.enqueue(new TextEncoder().encode(value));
    };
    return new ReadableStream({ pull }, { highWaterMark: 0 }); // so that the client has read an event before the next one
  };
  return {
    reached,
    async fetch(input, init) {
      const response = await fetch(input, init);
      const limit = limits.shift();
      return limit === undefined || !response.body ? response : new Response(cut(split(response.body), limit), response);
    },
  };
}

/** Yields the events of a body as they were sent. */
async function* split(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n\n)/);
    rest = events.at(-1)?.endsWith("\n\n") ? "" : (events.pop() ?? "");
    yield* events;
  }
}

async function told(events: AsyncIterable<StreamEvent>): Promise<{ steps: [string, string][]; withheld: number }> {
  const steps: [string, string][] = [];
  for await (const event of events) {
    if (event.type === "result") return { steps, withheld: event.result.withheld.length };
    steps.push([event.id, event.stage]);
  }
  throw new Error("there was no result");
}

test("the events of a job, over cuts", async () => {
  const { fetch, reached } = cutter(1, 0, 2);
  const baseURL = setting("SCENARIO_URL");
  const job = await new Biom({ baseURL }).jobs.submit({ filename, content: await openAsBlob(new URL(filename, samples)) });
  const { steps, withheld } = await told(new Biom({ baseURL, fetch }).jobs.events(job.id));
  assert.deepEqual(reached, [1, 0, 2]);
  assert.deepEqual(steps.map(([id]) => id), steps.map((_, i) => String(i + 1)));
  assert.deepEqual([...new Set(steps.map(([, stage]) => stage))], stages);
  assert.equal(withheld, 4);
});

test("the stream of an upload, over cuts", async () => {
  const { fetch, reached } = cutter(1, 0, 2);
  const upload = { filename, content: await openAsBlob(new URL(filename, samples)) };
  const { steps, withheld } = await told(new Biom({ baseURL: setting("SCENARIO_URL"), fetch }).stream(upload));
  assert.deepEqual(reached.slice(0, 2), [1, 0]);
  const seen = steps.map(([, stage]) => stage); // what happens between a cut and the repeat is not told
  assert.equal(seen[0], "accepted");
  assert.deepEqual(seen, [...seen].sort((a, b) => stages.indexOf(a) - stages.indexOf(b)));
  assert.equal(withheld, 4);
});
