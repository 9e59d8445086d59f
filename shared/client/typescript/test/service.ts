import type { TestContext } from "node:test";
import { Biom, type Options, type StandardAPIResponse } from "../src/index.js";

/** An answer of the fake service: a response, how it comes about, or the error of a connection that breaks. */
export type Answer = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A client whose requests get these answers, one after the other, and the requests that it sent. */
export function service(answers: Answer[], options: Partial<Options> = {}): { biom: Biom; requests: Request[] } {
  const requests: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    requests.push(request);
    const answer = answers.shift();
    request.signal.throwIfAborted();
    if (answer === undefined) throw new Error(`a request more than was expected: ${request.method} ${request.url}`);
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(request) : answer;
  };
  return { biom: new Biom({ baseURL: "http://biom.test", fetch, streamIdle, ...options }), requests };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}

export function problem(status: number, code: string, more: { headers?: Record<string, string>; details?: unknown; message?: string } = {}): Response {
  const error = { code, message: more.message ?? "What was wrong.", request_id: "r-1", timestamp: "2026-03-14T09:26:53Z", details: more.details ?? null };
  return json({ success: false, error }, status, more.headers);
}

/** A response of the service, with what the tests look at. */
export const report = {
  data: { biometer: { device_name: "Argos", manufacturer: "Alcon" }, right_eye: { AL: 23.5 }, left_eye: {}, patient: {}, exam_date: null },
  extra_data: null,
  metadata: { request_id: "r-1", schema_version: "1.1.0", app_version: "1", extraction: { method: "AI", llm: "local" } },
  biompin: null,
} as unknown as StandardAPIResponse;

/** An event as it is sent. */
export function event(name: string, id: number, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function progress(id: number, stage: string, progress: number, more: object = {}): string {
  return event("progress", id, { request_id: "r-1", stage, progress, message: "…", timestamp: "2026-03-14T09:26:53Z", ...more });
}

/** A stream that sends these parts and ends; with an error it breaks instead. */
export function stream(parts: (string | Uint8Array)[], more: { headers?: Record<string, string>; breaks?: boolean; cancelled?: () => void } = {}): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part !== undefined) controller.enqueue(typeof part === "string" ? encoder.encode(part) : part);
      else if (more.breaks) controller.error(new TypeError("terminated"));
      else controller.close();
    },
    cancel: () => more.cancelled?.(),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", ...more.headers } });
}

/** Long enough that no stream of a test counts as silent. */
const streamIdle = 3600;

/** Makes every pause end at once, while the clock goes on as if it had been waited for. Returns the list of pauses in seconds. */
export function pauses(t: TestContext): number[] {
  const seconds: number[] = [];
  const setTimeout = globalThis.setTimeout;
  t.mock.timers.enable({ apis: ["Date"] });
  t.mock.method(globalThis, "setTimeout", (done: () => void, milliseconds: number) => {
    if (milliseconds === streamIdle * 1000) return setTimeout(done, milliseconds);
    seconds.push(milliseconds / 1000);
    t.mock.timers.tick(milliseconds);
    return setTimeout(done, 0);
  });
  return seconds;
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export const upload = { filename: "report.pdf", content: "%PDF-1.7" };
