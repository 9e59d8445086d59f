import assert from "node:assert/strict";
import { test } from "node:test";
import { FileError, IncompleteError, ProtocolError, Result, UnavailableError, type StreamEvent } from "../src/index.js";
import { all, event, json, pauses, problem, progress, report, service, stream, upload } from "./service.js";

const accepted = progress(1, "accepted", 0.05);
const extracting = progress(2, "extracting", 0.3, { attempt: 1 });
const validating = progress(3, "validating", 0.85);
const result = event("result", 4, report);

/** The IDs and stages of events. */
function steps(events: StreamEvent[]): string[] {
  return events.map((event) => `${event.id} ${event.type === "progress" ? event.stage : event.type}`);
}

test("a stream yields progress and the result", async () => {
  const { biom, requests } = service([stream([":\n\n", accepted + extracting, validating, event("news", 9, {}), result])]);
  const events = await all(biom.stream(upload, { tier: "slow" }));
  assert.deepEqual(steps(events), ["1 accepted", "2 extracting", "3 validating", "4 result"]);
  const [, second, , last] = events;
  assert(second?.type === "progress" && second.attempt === 1 && second.progress === 0.3);
  assert(last?.type === "result");
  assert.deepEqual(last.result, new Result(report));
  const form = await requests[0]!.formData();
  assert.deepEqual([form.get("stream"), form.get("service_tier")], ["true", "slow"]);
});

test("what is withheld is what the validation names last", async () => {
  const named = (fields: string[], more = validating) => more.replace('"message"', `"fields":${JSON.stringify(fields)},"message"`);
  const cases: [string[], string[]][] = [
    [[named(["right_eye.AL"])], ["right_eye.AL"]],
    [[validating, named(["right_eye.AL", "left_eye.AL"])], ["right_eye.AL", "left_eye.AL"]],
    [[named(["right_eye.AL"]), validating], ["right_eye.AL"]],
    [[named(["right_eye.AL"], extracting), validating], []], // read again, and clear then
    [[named(["right_eye.AL"]), extracting, validating], []],
  ];
  for (const [parts, withheld] of cases) {
    const { biom } = service([stream([...parts, result])]);
    const last = (await all(biom.stream(upload))).at(-1);
    assert.deepEqual(last?.type === "result" && last.result.withheld, withheld);
  }
});

test("a stream that breaks is asked for again under its key, and nothing is told twice", async (t) => {
  pauses(t);
  const { biom, requests } = service([
    stream([accepted, extracting], { breaks: true }),
    new TypeError("fetch failed"),
    stream([accepted, extracting, event("error", 3, { status: 503, error: { code: "INTERNAL_ERROR", message: "…" }, retry_after: 5 })]),
    stream([accepted, extracting, validating, result], { headers: { "Idempotency-Replayed": "true" } }),
  ]);
  const events = await all(biom.stream(upload));
  assert.deepEqual(steps(events), ["1 accepted", "2 extracting", "3 validating", "4 result"]);
  const keys = new Set(requests.map((request) => request.headers.get("Idempotency-Key")));
  assert.equal(requests.length, 4);
  assert.equal(keys.size, 1);
});

test("a stream that gets no further is given up", async (t) => {
  const slept = pauses(t);
  const seen: StreamEvent[] = [];
  const { biom } = service(Array.from({ length: 99 }, (_, i) => stream(i === 9 ? [accepted, extracting] : [accepted])));
  await assert.rejects(async () => {
    for await (const event of biom.stream(upload)) seen.push(event);
  }, IncompleteError);
  assert.deepEqual(steps(seen), ["1 accepted", "2 extracting"]);
  assert(slept[9]! <= 0.5, String(slept)); // the tenth one got further, so the pauses begin anew
  const waited = slept.slice(9).reduce((a, b) => a + b);
  assert(waited > 100 && waited <= 120, String(slept));
});

test("a stream that lasted is no failure, even if no event came", async (t) => {
  const slept = pauses(t);
  const slow = () => {
    const close = (controller: ReadableStreamDefaultController) => {
      t.mock.timers.tick(15_000);
      controller.close();
    };
    return new Response(new ReadableStream({ pull: close }, { highWaterMark: 0 }), { headers: { "Content-Type": "text/event-stream" } });
  };
  const { biom } = service([...Array.from({ length: 99 }, () => slow), stream([result])]);
  assert.deepEqual(steps(await all(biom.stream(upload))), ["4 result"]);
  assert(Math.max(...slept) <= 0.5, String(slept));
});

test("an error on a stream is the error that a response would have been", async () => {
  const failed = event("error", 2, { status: 400, success: false, error: { code: "FILE_VALIDATION_ERROR", message: "Damaged.", request_id: "r-1", details: { reason: "damaged" } } });
  const { biom } = service([stream([accepted, failed])]);
  await assert.rejects(all(biom.stream(upload)), (error) => error instanceof FileError && error.status === 400 && error.reason === "damaged" && error.requestId === "r-1");
});

test("a refusal before the stream begins", async () => {
  const { biom } = service([problem(400, "FILE_VALIDATION_ERROR")]);
  await assert.rejects(all(biom.stream(upload)), FileError);
});

test("a server without streams", async () => {
  const { biom } = service([json(report, 200, { "X-Biom-Withheld": "right_eye.AL, left_eye.AL" })]);
  const [only] = await all(biom.stream(upload));
  assert.deepEqual(only?.type === "result" && only.result.withheld, ["right_eye.AL", "left_eye.AL"]);
});

test("what is no stream, or no event, is an error", async () => {
  for (const answer of [new Response("<h1>hello</h1>", { headers: { "Content-Type": "text/html" } }), stream(["event: progress\ndata: {\n\n"]), stream(["event: result\ndata: {}\n\n"])]) {
    await assert.rejects(all(service([answer]).biom.stream(upload)), ProtocolError);
  }
});

test("leaving the loop closes the connection", async () => {
  let cancelled = false;
  const { biom } = service([stream([accepted, extracting, validating], { cancelled: () => (cancelled = true) })]);
  for await (const event of biom.stream(upload)) if (event.type === "progress") break;
  assert(cancelled);
});

test("a signal ends a stream with its own reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const { biom } = service([
    () => {
      const body = new ReadableStream<Uint8Array>({
        start(c) {
          c.enqueue(new TextEncoder().encode(accepted));
          controller.signal.addEventListener("abort", () => c.error(reason));
        },
      });
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    },
  ]);
  await assert.rejects(async () => {
    for await (const _ of biom.stream(upload, { signal: controller.signal })) controller.abort(reason);
  }, (error) => error === reason);
});

test("a busy service is asked again before the stream begins", async (t) => {
  const slept = pauses(t);
  const { biom } = service([problem(503, "INTERNAL_ERROR", { headers: { "Retry-After": "3" } }), stream([result])]);
  assert.deepEqual(steps(await all(biom.stream(upload))), ["4 result"]);
  assert.deepEqual(slept, [3]);
  await assert.rejects(all(service([problem(503, "INTERNAL_ERROR")], { retryFor: 0 }).biom.stream(upload)), UnavailableError);
});
