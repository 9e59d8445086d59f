import assert from "node:assert/strict";
import { test } from "node:test";
import { ProtocolError, Result, type Upload } from "../src/index.js";
import { json, report, service } from "./service.js";

test("an upload may be a file, a blob, bytes or a text", async () => {
  const bytes = new TextEncoder().encode("%PDF-1.7");
  const uploads: Upload[] = [
    new File([bytes], "a.pdf"),
    { filename: "a.pdf", content: new Blob([bytes]) },
    { filename: "a.pdf", content: bytes },
    { filename: "a.pdf", content: Buffer.from(bytes) },
    { filename: "a.pdf", content: bytes.buffer },
    { filename: "a.pdf", content: "%PDF-1.7" },
    { filename: "/patients/Ada/a.pdf", content: bytes },
    { filename: "C:\\patients\\Ada\\a.pdf", content: bytes },
  ];
  for (const upload of uploads) {
    const { biom, requests } = service([json(report)]);
    await biom.process(upload);
    const file = (await requests[0]!.formData()).get("file") as File;
    assert.equal(file.name, "a.pdf");
    assert.equal(await file.text(), "%PDF-1.7");
  }
});

test("only the options that were chosen are sent", async () => {
  const { biom, requests } = service([json(report), json(report)], { apiKey: "biom_key", providerKey: "provider-key" });
  const upload = { filename: "a.json", content: "{}" };
  await biom.process(upload);
  await biom.process(upload, { share: true, tier: "slow", evidence: true, batch: "monday", callback: "clinic" });
  const forms = await Promise.all(requests.map(async (request) => [...(await request.formData()).entries()].filter(([name]) => name !== "file")));
  assert.deepEqual(forms, [
    [],
    [["biompin", "true"], ["service_tier", "slow"], ["evidence", "true"], ["batch", "monday"], ["callback", "clinic"]],
  ]);
  assert.equal(requests[0]?.headers.get("X-Provider-API-Key"), "provider-key");
  assert.equal(requests[0]?.headers.get("Authorization"), "Bearer biom_key");
});

test("a result has what the headers say", async () => {
  const { biom } = service([json(report, 200, { "X-Biom-Withheld": "right_eye.ACD, left_eye.K1_axis", "X-API-Key-Status": "invalid" })]);
  const result = await biom.process({ filename: "a.pdf", content: "" });
  assert.deepEqual(result, new Result(report, ["right_eye.ACD", "left_eye.K1_axis"], false, "invalid"));
  assert.deepEqual([result.data, result.shareCode], [report.data, undefined]);
  const shared = { ...report, biompin: { pin: "a-b-123456", expires_at: null, db_id: null } };
  assert.equal(new Result(shared).shareCode, "a-b-123456");
});

test("an answer that is no report is an error that does not quote it", async () => {
  for (const answer of [json({ data: "secret" }), json("secret"), new Response("secret", { headers: { "Content-Type": "application/json" } })]) {
    const { biom } = service([answer]);
    await assert.rejects(biom.process({ filename: "a.pdf", content: "" }), (error: Error) => error instanceof ProtocolError && !/secret/.test(error.message + String(error.cause)));
  }
});

test("an export is a file with the name that the service gives it", async () => {
  const zip = () => new Response("PK", { headers: { "Content-Type": "application/zip", "Content-Disposition": 'attachment; filename="biom-export-1.zip"' } });
  const { biom, requests } = service([zip(), zip()]);
  const file = await biom.export([{ response: report, filename: "a.pdf" }], { formats: ["csv"], failed: [{ filename: "b.pdf", message: "damaged" }], csvBom: true });
  assert.deepEqual([file.name, file.type, await file.text()], ["biom-export-1.zip", "application/zip", "PK"]);
  assert.deepEqual(await requests[0]!.json(), { responses: [{ json_data: report, filename: "a.pdf" }], formats: ["csv"], failed: [{ filename: "b.pdf", message: "damaged" }], csv_bom: true });
  await biom.export([]);
  assert.deepEqual(await requests[1]!.json(), { responses: [] });
});
