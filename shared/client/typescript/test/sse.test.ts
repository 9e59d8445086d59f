import assert from "node:assert/strict";
import { test } from "node:test";
import { IncompleteError, ProtocolError } from "../src/index.js";
import { parseEvents } from "../src/sse.js";
import { all, stream } from "./service.js";

const text = "\uFEFF: hello\r\nevent: progress\r\nid: 1\r\ndata: {\"a\":\r\ndata:\"\u00e4\u20ac\"}\r\n\r\n:\n\nid: 2\ndata: x\n\nevent: nothing\n\ndata: y\revent: z\rretry: 5\rid\r\rdata: half";
const events = [
  { name: "progress", id: "1", data: '{"a":\n"\u00e4\u20ac"}' },
  { name: "message", id: "2", data: "x" },
  { name: "z", id: "", data: "y" },
];

test("events are taken apart, wherever the network cuts them", async () => {
  const bytes = new TextEncoder().encode(text);
  assert.deepEqual(await all(parseEvents(stream([bytes]).body!, 60)), events);
  assert.deepEqual(await all(parseEvents(stream(Array.from(bytes, (byte) => Uint8Array.of(byte))).body!, 60)), events);
  for (let i = 1; i < bytes.length; i++) {
    assert.deepEqual(await all(parseEvents(stream([bytes.slice(0, i), bytes.slice(i)]).body!, 60)), events, `cut at ${i}`);
  }
});

test("a stream that is silent for too long is broken", async () => {
  let cancelled = false;
  const silent = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
  await assert.rejects(all(parseEvents(silent, 0.001)), (error) => error instanceof IncompleteError && /silent/.test(error.message));
  assert(cancelled);
});

test("a line without end is not collected for ever", async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(97)) });
  await assert.rejects(all(parseEvents(endless, 60)), ProtocolError);
});
