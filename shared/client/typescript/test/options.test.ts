import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Biom } from "../src/index.js";
import { json, service } from "./service.js";

test("an address without http, or with a key in it, is refused and not repeated", () => {
  for (const baseURL of ["biom.test", "ftp://biom.test", "", "http://user:secret@biom.test", "http://biom.test/?api_key=secret", "http://biom.test/#secret"]) {
    assert.throws(() => new Biom({ baseURL }), (error: Error) => error instanceof TypeError && error.message.includes("baseURL") && !error.message.includes("secret"));
  }
});

test("a service may be behind a prefix", async () => {
  for (const baseURL of ["http://biom.test/eyes", "http://biom.test/eyes/", new URL("http://biom.test/eyes")]) {
    const { biom, requests } = service([json({})], { baseURL });
    await biom.status();
    assert.equal(requests[0]?.url, "http://biom.test/eyes/api/v1/status");
  }
});

test("a key that cannot be one is refused and not repeated", () => {
  for (const key of ['"secret"\n"', "sec ret", "secrét"]) {
    assert.throws(() => new Biom({ baseURL: "http://biom.test", apiKey: key }), (error: Error) => error.message.includes("apiKey") && !error.message.includes(key));
    assert.throws(() => new Biom({ baseURL: "http://biom.test", providerKey: key }), /providerKey/);
  }
});

test("keys go where they are needed", async () => {
  const keys = { apiKey: " biom_key\n", providerKey: "provider-key" };
  const { biom, requests } = service([json({}), json({}), json({}), json({ success: true })], keys);
  await biom.usage({ validate: true });
  await biom.status();
  await biom.health();
  await biom.feedback("r-1", "accurate");
  assert.deepEqual(requests.map((request) => [request.headers.get("Authorization"), request.headers.get("X-Provider-API-Key")]), [
    ["Bearer biom_key", "provider-key"],
    [null, null],
    [null, null],
    [null, null],
  ]);
  assert.equal(requests[0]?.url, "http://biom.test/api/v1/biom/usage?validate=true");
  assert.deepEqual(await requests[3]?.json(), { request_id: "r-1", rating: "accurate" });
});

test("printing a client shows no key", () => {
  const biom = new Biom({ baseURL: "http://biom.test", apiKey: "biom_secret", providerKey: "provider_secret" });
  for (const text of [inspect(biom, { depth: null, showHidden: true }), JSON.stringify(biom), String(biom)]) assert.doesNotMatch(text, /secret/);
});
