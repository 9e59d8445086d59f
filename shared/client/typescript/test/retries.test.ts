import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, ExtractionTimeoutError, IncompleteError, RateLimitError, UnavailableError } from "../src/index.js";
import { sleep } from "../src/sleep.js";
import { json, pauses, problem, report, service, stream, upload } from "./service.js";

test("all tries of one upload have one idempotency key, and another upload has another", async (t) => {
  pauses(t);
  const { biom, requests } = service([
    problem(429, "RATE_LIMIT_EXCEEDED"),
    new Response("", { status: 502 }),
    problem(503, "INTERNAL_ERROR"),
    new TypeError("fetch failed"),
    json(report),
    json(report),
  ]);
  assert.deepEqual((await biom.process(upload)).response, report);
  await biom.process(upload);
  const keys = requests.map((request) => request.headers.get("Idempotency-Key"));
  assert.match(keys[0] ?? "", /^[0-9a-f]{32}$/);
  assert.deepEqual(keys.slice(1, 5), Array(4).fill(keys[0]));
  assert.notEqual(keys[5], keys[0]);
  for (const request of requests) assert.equal(await ((await request.formData()).get("file") as File).text(), "%PDF-1.7");
});

test("the caller may choose the key", async () => {
  const { biom, requests } = service([json(report, 200, { "Idempotency-Replayed": "true" })]);
  const result = await biom.process(upload, { idempotencyKey: "mine" });
  assert.equal(requests[0]?.headers.get("Idempotency-Key"), "mine");
  assert.equal(result.replayed, true);
});

test("pauses grow, and are as long as the service says", async (t) => {
  const slept = pauses(t);
  const busy = (after?: string) => problem(503, "INTERNAL_ERROR", after ? { headers: { "Retry-After": after } } : {});
  const { biom } = service([busy(), busy(), busy("17"), busy("90"), json({})]);
  await biom.usage();
  assert.equal(slept.length, 4);
  assert(slept[0]! >= 0.25 && slept[0]! <= 0.5, String(slept));
  assert(slept[1]! >= 0.5 && slept[1]! <= 1, String(slept));
  assert.deepEqual(slept.slice(2), [17, 90]);
});

test("a pause that is too long is an error at once", async (t) => {
  const slept = pauses(t);
  const { biom, requests } = service([problem(429, "RATE_LIMIT_EXCEEDED", { headers: { "Retry-After": "51712" } })]);
  await assert.rejects(biom.process(upload), (error) => error instanceof RateLimitError && error.retryAfter === 51712);
  assert.equal(requests.length, 1);
  assert.deepEqual(slept, []);
});

test("a service that stays away is given up", async (t) => {
  const slept = pauses(t);
  const { biom } = service(Array.from({ length: 99 }, () => new TypeError("fetch failed")));
  await assert.rejects(biom.process(upload), ConnectionError);
  const waited = slept.reduce((a, b) => a + b);
  assert(waited > 100 && waited <= 120, String(slept));
  assert(Math.max(...slept) <= 15);
});

test("a client may be told not to repeat", async () => {
  const { biom, requests } = service([problem(503, "INTERNAL_ERROR")], { retryFor: 0 });
  await assert.rejects(biom.process(upload), UnavailableError);
  assert.equal(requests.length, 1);
});

test("final answers are not asked for again", async () => {
  for (const answer of [problem(504, "EXTRACTION_TIMEOUT"), problem(500, "EXTRACTION_FAILED"), problem(422, "REQUEST_VALIDATION_ERROR"), new Response("", { status: 302 })]) {
    const { biom, requests } = service([answer]);
    await assert.rejects(biom.process(upload));
    assert.equal(requests.length, 1);
  }
});

test("a time-out of a proxy is not the service's", async (t) => {
  pauses(t);
  const { biom } = service([new Response("", { status: 504 }), problem(504, "EXTRACTION_TIMEOUT")]);
  await assert.rejects(biom.process(upload), ExtractionTimeoutError);
});

test("an answer that breaks off is asked for again", async (t) => {
  pauses(t);
  const half = stream(['{"data":'], { headers: { "Content-Type": "application/json" }, breaks: true });
  const { biom, requests } = service([half, json(report)]);
  await biom.process(upload);
  assert.equal(requests.length, 2);
});

test("a wrong number of a share code is not sent twice", async (t) => {
  pauses(t);
  for (const lost of [new TypeError("fetch failed"), new Response("", { status: 502 })]) {
    const { biom, requests } = service([lost, json(report)]);
    await assert.rejects(biom.retrieve("a-b-123456"));
    assert.equal(requests.length, 1);
  }
  const { biom, requests } = service([problem(503, "INTERNAL_ERROR"), json(report)]);
  assert.deepEqual((await biom.retrieve("a-b-123456")).response, report);
  assert.equal(requests[1]?.url, "http://biom.test/api/v1/biom/retrieve?biom_pin=a-b-123456");
});

test("a signal ends a request, a pause and the reading of an answer with its own reason", async () => {
  const reason = new Error("enough");
  const answers: ((abort: () => void) => Response | Promise<Response>)[] = [
    (abort) => (abort(), Promise.reject(new DOMException("aborted", "AbortError"))),
    (abort) => (abort(), problem(503, "INTERNAL_ERROR", { headers: { "Retry-After": "50" } })),
    (abort) => (abort(), stream(["{"], { headers: { "Content-Type": "application/json" }, breaks: true })),
  ];
  for (const answer of answers) {
    const controller = new AbortController();
    const { biom, requests } = service([() => answer(() => controller.abort(reason))]);
    await assert.rejects(biom.process(upload, { signal: controller.signal }), (error) => error === reason);
    assert.equal(requests.length, 1);
  }
});

test("an error of the connection has its cause", async () => {
  const cause = new TypeError("fetch failed");
  const { biom } = service([cause, stream(["{"], { headers: { "Content-Type": "application/json" }, breaks: true })], { retryFor: 0 });
  await assert.rejects(biom.status(), (error) => error instanceof ConnectionError && error.cause === cause);
  await assert.rejects(biom.status(), IncompleteError);
});

test("a signal ends a pause", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const pause = sleep(3600, controller.signal);
  controller.abort(reason);
  await assert.rejects(pause, (error) => error === reason);
  await assert.rejects(sleep(3600, controller.signal), (error) => error === reason);
});
