import assert from "node:assert/strict";
import { test } from "node:test";
import * as biom from "../src/index.js";
import { json, problem, service } from "./service.js";

/** Returns the error that a request gets for an answer. */
async function failure(answer: Response, options: Partial<biom.Options> = {}): Promise<biom.BiomError> {
  const { biom: client } = service([answer], { retryFor: 0, ...options });
  try {
    await client.usage();
  } catch (error) {
    assert(error instanceof biom.BiomError, String(error));
    return error;
  }
  throw new Error("the request did not fail");
}

test("errors have a class by code, or else by status", async () => {
  const cases: [Response, typeof biom.ApiError][] = [
    [problem(400, "FILE_VALIDATION_ERROR"), biom.FileError],
    [problem(400, "HTTP_ERROR"), biom.ApiError],
    [problem(401, "HTTP_ERROR"), biom.AuthenticationError],
    [problem(404, "NOT_FOUND"), biom.NotFoundError],
    [problem(409, "HTTP_ERROR"), biom.ConflictError],
    [problem(413, "PAYLOAD_TOO_LARGE"), biom.PayloadTooLargeError],
    [problem(422, "REQUEST_VALIDATION_ERROR"), biom.ValidationError],
    [problem(429, "RATE_LIMIT_EXCEEDED"), biom.RateLimitError],
    [problem(500, "EXTRACTION_FAILED"), biom.ExtractionError],
    [problem(500, "INTERNAL_ERROR"), biom.ApiError],
    [problem(503, "INTERNAL_ERROR"), biom.UnavailableError],
    [problem(504, "EXTRACTION_TIMEOUT"), biom.ExtractionTimeoutError],
    [new Response("<h1>busy</h1>", { status: 503 }), biom.UnavailableError],
  ];
  for (const [answer, expected] of cases) {
    const { status } = answer;
    const error = await failure(answer);
    assert.equal(error.constructor, expected);
    assert.equal(error.name, expected.name);
    assert.equal((error as biom.ApiError).status, status);
  }
});

test("an error has everything that the service says", async () => {
  const details = { errors: [{ path: "data.right_eye.AL", message: "must be between 14 and 40" }], reason: "damaged", bucket: "biomai" };
  const error = await failure(problem(429, "RATE_LIMIT_EXCEEDED", { details, headers: { "Retry-After": "7" } }));
  assert(error instanceof biom.RateLimitError);
  assert.equal(error.message, "What was wrong.");
  assert.equal(error.code, "RATE_LIMIT_EXCEEDED");
  assert.equal(error.requestId, "r-1");
  assert.equal(error.retryAfter, 7);
  assert.deepEqual(error.faults, details.errors);
  assert.equal(error.reason, "damaged");
  assert.equal(error.bucket, "biomai");
});

test("an error body with only a detail", async () => {
  const error = await failure(json({ detail: "Too many." }, 429, { "X-Request-ID": "r-9" }));
  assert(error instanceof biom.RateLimitError);
  assert.equal(error.message, "Too many.");
  assert.equal(error.code, undefined);
  assert.equal(error.requestId, "r-9");
  assert.deepEqual(error.faults, []);
});

test("Retry-After may be a date, and is rounded up", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-14T09:26:53.400Z") });
  const after = async (header: string) => ((await failure(problem(503, "INTERNAL_ERROR", { headers: { "Retry-After": header } }))) as biom.ApiError).retryAfter;
  assert.equal(await after("Sat, 14 Mar 2026 09:27:00 GMT"), 7);
  assert.equal(await after("0.2"), 1);
  assert.equal(await after("99999999999"), 31 * 24 * 3600);
  for (const none of ["0", "-3", "soon", "Sat, 14 Mar 2026 09:26:00 GMT"]) assert.equal(await after(none), undefined, none);
});

test("what a proxy says is not shown", async () => {
  for (const status of [200, 302, 502]) {
    const error = await failure(new Response("<h1>secret</h1>", { status, headers: { "Content-Type": "text/html" } }));
    assert.doesNotMatch(error.message, /secret/);
    assert.equal(error instanceof biom.ProtocolError, status < 400);
  }
});

test("no error has a key, whatever the server says", async () => {
  const keys = { apiKey: `biom_${"a".repeat(43)}`, providerKey: "provider-key-1" };
  const message = `not valid: ${keys.apiKey}, ${keys.providerKey}`;
  const error = await failure(problem(422, "REQUEST_VALIDATION_ERROR", { message, details: { errors: [{ path: keys.apiKey, message }] } }), keys);
  assert.equal(error.message, "not valid: [key], [key]");
  assert.doesNotMatch(JSON.stringify((error as biom.ApiError).details), /biom_a|provider-key/);
});
