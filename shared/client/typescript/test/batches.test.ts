import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthenticationError } from "../src/index.js";
import { all, event, json, pauses, problem, service, stream } from "./service.js";

const jobs = ["a", "b", "c"].map((id) => ({ id, status: "succeeded", filename: `${id}.pdf`, http_status: 200 }));
const page = (jobs: unknown[], next?: string) => json({ batch: "monday", total: 3, counts: { succeeded: 3 }, jobs, next });

test("a page of a batch", async () => {
  const { biom, requests } = service([page(jobs)], { apiKey: "biom_key" });
  const batch = await biom.batches.get("monday", { status: "failed", limit: 5, after: "x/y" });
  assert.deepEqual([batch.total, batch.jobs], [3, jobs]);
  assert.equal(requests[0]?.url, "http://biom.test/api/v1/biom/batches/monday?status=failed&limit=5&after=x%2Fy");
  assert.equal(requests[0]?.headers.get("Authorization"), "Bearer biom_key");
});

test("all jobs of a batch, page by page", async () => {
  const { biom, requests } = service([page(jobs.slice(0, 2), "more"), page(jobs.slice(2))]);
  assert.deepEqual(await all(biom.batches.jobs("monday", { limit: 2 })), jobs);
  assert.deepEqual(requests.map(({ url }) => new URL(url).search), ["?limit=2", "?limit=2&after=more"]);
});

test("the ends of a batch's jobs, over a cut", async (t) => {
  pauses(t);
  const { biom, requests } = service([
    stream([event("end", 1, jobs[0]), event("news", 2, {})], { breaks: true }),
    stream([":\n\n", event("end", 3, jobs[1])]),
    stream([event("end", 4, jobs[2])]),
  ]);
  const seen: unknown[] = [];
  for await (const { id, job } of biom.batches.events("monday")) if (seen.push([id, job]) === 3) break;
  assert.deepEqual(seen, [["1", jobs[0]], ["3", jobs[1]], ["4", jobs[2]]]);
  assert.deepEqual(requests.map((request) => request.headers.get("Last-Event-ID")), [null, "2", "3"]);
});

test("a batch needs a service key", async () => {
  const { biom } = service([problem(401, "HTTP_ERROR"), problem(401, "HTTP_ERROR")]);
  await assert.rejects(biom.batches.get("monday"), AuthenticationError);
  await assert.rejects(all(biom.batches.events("monday")), AuthenticationError);
});

test("a name leads to no other address", async () => {
  const { biom, requests } = service([]);
  for (const name of ["", ".", "..", "a/b", "mon day"]) {
    await assert.rejects(biom.batches.get(name), TypeError);
    await assert.rejects(all(biom.batches.events(name)), TypeError);
  }
  assert.equal(requests.length, 0);
});
