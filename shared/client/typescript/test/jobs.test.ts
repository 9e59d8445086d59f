import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, FileError, NotFoundError, ProtocolError, ValidationError, type StreamEvent } from "../src/index.js";
import { all, event, json, pauses, problem, progress, report, service, stream, upload } from "./service.js";

const id = "6f1c8b52a94e4d07b3f25c1de8907a4b";
const address = `http://biom.test/api/v1/biom/jobs/${id}`;

function job(status: string, more: object = {}): object {
  return { id, status, stage: "queued", progress: 0.1, filename: "report.pdf", ...more };
}

const succeeded = job("succeeded", { progress: 1, response: report, withheld: ["right_eye.ACD"] });
const failed = job("failed", {
  progress: 1,
  problem: { status: 400, success: false, error: { code: "FILE_VALIDATION_ERROR", message: "Damaged.", request_id: "r-1", details: { reason: "damaged" } } },
});
const lost = () => new TypeError("fetch failed");

function steps(events: StreamEvent[]): string[] {
  return events.map((event) => `${event.id} ${event.type === "progress" ? event.stage : event.type}`);
}

test("a job is submitted under one key", async (t) => {
  pauses(t);
  const { biom, requests } = service([lost(), json(job("queued"), 202)]);
  assert.equal((await biom.jobs.submit(upload, { batch: "monday", callback: "clinic" })).id, id);
  for (const request of requests) {
    assert.equal(request.headers.get("Prefer"), "respond-async");
    assert.equal(request.headers.get("Idempotency-Key"), requests[0]?.headers.get("Idempotency-Key"));
    const form = await request.formData();
    assert.deepEqual([form.get("batch"), form.get("callback"), form.get("stream")], ["monday", "clinic", null]);
  }
});

test("a short job may be waited for when it is submitted", async () => {
  const { biom, requests } = service([json(job("queued"), 202), json(succeeded)]);
  assert.equal((await biom.jobs.submit(upload, { wait: 20 })).status, "succeeded");
  assert.equal(requests[1]?.url, `${address}?wait=20`);
});

test("what is refused makes no job", async () => {
  const { biom } = service([problem(422, "REQUEST_VALIDATION_ERROR")]);
  await assert.rejects(biom.jobs.submit(upload), ValidationError);
});

test("a service that does not know jobs", async () => {
  const { biom } = service([json(report)]);
  await assert.rejects(biom.jobs.submit(upload), ProtocolError);
});

test("a job is polled until it has ended, however it ends", async (t) => {
  const slept = pauses(t);
  const { biom, requests } = service([json(job("queued"), 200, { "Retry-After": "5" }), lost(), problem(503, "INTERNAL_ERROR", { headers: { "Retry-After": "7" } }), json(failed)]);
  assert.equal((await biom.jobs.wait(id)).status, "failed");
  assert.equal(requests.length, 4);
  for (const { url } of requests) assert.equal(url, `${address}?wait=30`);
  assert.equal(Math.round(slept[0]!), 5); // the service answered at once, and not after it had waited
  assert.equal(slept[2], 7);
});

test("after a long poll there is no pause", async (t) => {
  const slept = pauses(t);
  const polled = () => {
    t.mock.timers.tick(30_000);
    return json(job("running"), 200, { "Retry-After": "5" });
  };
  const { biom } = service([polled, polled, json(succeeded)]);
  await biom.jobs.wait(id);
  assert.deepEqual(slept.filter((pause) => pause > 0), []);
});

test("a long poll that is never answered is broken", async (t) => {
  pauses(t);
  t.mock.method(AbortSignal, "timeout", (milliseconds: number) => {
    assert.equal(milliseconds, (30 + 3600) * 1000);
    return AbortSignal.abort(new DOMException("too late", "TimeoutError"));
  });
  const { biom } = service([json(succeeded)], { retryFor: 0 });
  await assert.rejects(biom.jobs.wait(id), ConnectionError);
});

test("the result of a job has what was withheld, and is an error if the job failed", async () => {
  const { biom } = service([json(succeeded), json(failed)]);
  const { response, withheld } = await biom.jobs.result(id);
  assert.deepEqual([response, withheld], [report, ["right_eye.ACD"]]);
  await assert.rejects(biom.jobs.result(id), (error) => error instanceof FileError && error.status === 400 && error.reason === "damaged" && error.requestId === "r-1");
});

test("a job's events go on after the last one", async (t) => {
  pauses(t);
  const { biom, requests } = service([
    stream([progress(1, "accepted", 0.05), progress(2, "queued", 0.1)], { breaks: true }),
    lost(),
    problem(503, "INTERNAL_ERROR"),
    stream([":\n\n"]),
    stream([progress(3, "validating", 0.85, { fields: ["right_eye.ACD"] }), event("result", 4, report), event("result", 5, report)]),
  ]);
  const events = await all(biom.jobs.events(id));
  assert.deepEqual(steps(events), ["1 accepted", "2 queued", "3 validating", "4 result"]);
  const last = events.at(-1);
  assert.deepEqual(last?.type === "result" && last.result.withheld, ["right_eye.ACD"]);
  assert.deepEqual(requests.map((request) => request.headers.get("Last-Event-ID")), [null, "2", "2", "2", "2"]);
  assert.equal(requests[0]?.url, `${address}/events`);
});

test("a caller who has seen some events is told all the same what is withheld", async () => {
  const { biom, requests } = service([stream([event("result", 4, report)]), json(succeeded)]);
  const [last] = await all(biom.jobs.events(id, { after: "3" }));
  assert.deepEqual(last?.type === "result" && last.result.withheld, ["right_eye.ACD"]);
  assert.equal(requests[0]?.headers.get("Last-Event-ID"), "3");
});

test("after the last event there is nothing more", async () => {
  const { biom } = service([new Response(null, { status: 204 })]);
  assert.deepEqual(await all(biom.jobs.events(id, { after: "4" })), []);
});

test("the error of a job is final", async () => {
  const busy = event("error", 2, { status: 503, success: false, error: { code: "INTERNAL_ERROR", message: "Busy." }, retry_after: 1 });
  const { biom, requests } = service([stream([progress(1, "accepted", 0.05), busy])]);
  await assert.rejects(all(biom.jobs.events(id)), /Busy/);
  assert.equal(requests.length, 1);
});

test("cancelling twice is an error, unless the first answer was lost", async (t) => {
  pauses(t);
  const gone = () => problem(404, "NOT_FOUND");
  const { biom, requests } = service([new Response(null, { status: 204 }), gone(), lost(), gone(), problem(503, "INTERNAL_ERROR"), gone()]);
  await biom.jobs.cancel(id);
  assert.equal(requests[0]?.method, "DELETE");
  await assert.rejects(biom.jobs.cancel(id), NotFoundError);
  await biom.jobs.cancel(id);
  await assert.rejects(biom.jobs.cancel(id), NotFoundError); // 503 is an answer: nothing was done
});

test("an ID leads to no other address", async () => {
  const { biom, requests } = service([]);
  for (const id of ["", "..", "../batches/a", "a?wait=1"]) {
    await assert.rejects(biom.jobs.get(id), TypeError);
    await assert.rejects(biom.jobs.cancel(id), TypeError);
    await assert.rejects(all(biom.jobs.events(id)), TypeError);
  }
  assert.equal(requests.length, 0);
});
