import { ApiError, BiomError, ConnectionError, IncompleteError, ProtocolError } from "./errors.js";
import { Config, type Keys } from "./options.js";
import { apiError, problemOf } from "./problem.js";
import { Retries } from "./retries.js";

/** One request to the service. */
export interface Call {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  body?: FormData;
  /** A body that is sent as JSON. */
  json?: unknown;
  /** Default: service. */
  keys?: Keys;
  /** Whether a repeat may do harm: then the call is sent again only after an answer that says that nothing was done. */
  once?: boolean;
  /** After how many seconds without an answer the connection counts as broken. */
  timeout?: number;
  signal?: AbortSignal | undefined;
}

/** Sends requests, and turns every failure into an error of this client. */
export class Transport {
  constructor(readonly config: Config) {}

  retries(signal?: AbortSignal): Retries {
    return new Retries(this.config.retryFor, signal);
  }

  /** Sends a call and reads its answer, again and again while that fails in a way that may pass. */
  async request<T>(call: Call, read: (response: Response) => Promise<T>): Promise<T> {
    const retries = this.retries(call.signal);
    for (;;) {
      try {
        return await this.complete(read(await this.send(call)), call.signal);
      } catch (error) {
        if (call.once && !wasRefused(error)) throw error;
        await retries.failed(error);
      }
    }
  }

  /** Sends a call whose answer is JSON of the type T, as /openapi.json describes it. */
  json<T>(call: Call): Promise<T> {
    return this.request(call, async (response) => (await readJSON(response)) as T);
  }

  /** Sends a call once. An answer with an error status is thrown. */
  async send(call: Call): Promise<Response> {
    const response = await this.#fetch(call);
    if (response.ok || response.status === 304) return response;
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new ProtocolError("The server answered with a redirect, which is not followed because keys would go along: use the final address");
    }
    const body = this.config.redact(await this.complete(response.text(), call.signal));
    throw apiError(problemOf(response, body));
  }

  async #fetch(call: Call): Promise<Response> {
    const { fetch, base } = this.config;
    const url = new URL(base.pathname.replace(/\/$/, "") + call.path, base);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(call.headers ?? {})) {
      if (value !== undefined) headers.set(name, value);
    }
    if (call.json !== undefined) headers.set("Content-Type", "application/json");
    this.config.authorize(headers, call.keys ?? "service");
    try {
      return await fetch(url, {
        method: call.method ?? "GET",
        headers,
        body: call.json === undefined ? (call.body ?? null) : JSON.stringify(call.json),
        signal: signalOf(call),
        redirect: "manual", // the keys and the report would go along
      });
    } catch (cause) {
      call.signal?.throwIfAborted();
      throw new ConnectionError("There was no answer from the server", { cause });
    }
  }

  /** Waits for a part of an answer. If the connection breaks, that is an IncompleteError. */
  async complete<T>(part: Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await part;
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof BiomError) throw cause;
      throw new IncompleteError("The connection ended before the answer was complete", { cause });
    }
  }
}

function signalOf({ signal, timeout }: Call): AbortSignal | null {
  if (timeout === undefined) return signal ?? null;
  const silence = AbortSignal.timeout(timeout * 1000);
  return signal ? AbortSignal.any([signal, silence]) : silence;
}

/** Reports whether the service says that it did nothing: a quota is used up, or it is busy. */
function wasRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status === 503);
}

/** Reports whether a response has this media type. */
export function hasMediaType(response: Response, type: string): boolean {
  const [media] = (response.headers.get("Content-Type") ?? "").split(";");
  return media?.trim().toLowerCase() === type;
}

/** Reads a JSON answer. */
export async function readJSON(response: Response): Promise<unknown> {
  if (!hasMediaType(response, "application/json")) {
    await response.body?.cancel();
    throw new ProtocolError("The server's answer is not JSON: something between may have answered in its place");
  }
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError("The server's answer cannot be read"); // without the cause, which quotes the report
  }
}
