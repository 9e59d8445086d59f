/** The address of the service, the keys of the caller, and options. */
export interface Options {
  /** The service's address, such as https://biom.example.org. It may have a path, but no user, query or fragment. */
  baseURL: string | URL;
  /** The caller's service key. Without one the quota of public callers holds. */
  apiKey?: string | undefined;
  /** The caller's own key for the provider, for PDF and images. */
  providerKey?: string | undefined;
  /**
   * For how many seconds after its first failure a request is sent again. If the service asks for a longer
   * pause, the error is thrown at once. 0: never again. Default: 120, because a service restarts in seconds.
   */
  retryFor?: number | undefined;
  /** After how many seconds without even a heartbeat a stream counts as broken. Default: 60, four heartbeats. */
  streamIdle?: number | undefined;
  /** Sends the requests. Default: the global fetch. */
  fetch?: typeof fetch | undefined;
}

/** What every call may have. */
export interface CallOptions {
  /** Ends the call of this client, which then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** Which keys go along with a request. */
export type Keys = "none" | "service" | "both";

/** The checked options. Their keys are in a private member, so that printing a client does not show them. */
export class Config {
  readonly base: URL;
  readonly retryFor: number;
  readonly streamIdle: number;
  readonly fetch: typeof fetch;
  readonly #apiKey: string;
  readonly #providerKey: string;

  constructor(options: Options) {
    this.base = parseBaseURL(options.baseURL);
    this.#apiKey = cleanKey("apiKey", options.apiKey);
    this.#providerKey = cleanKey("providerKey", options.providerKey);
    this.retryFor = options.retryFor ?? 120;
    this.streamIdle = options.streamIdle ?? 60;
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** Adds keys to the headers of a request. */
  authorize(headers: Headers, keys: Keys): void {
    if (keys !== "none" && this.#apiKey) headers.set("Authorization", `Bearer ${this.#apiKey}`);
    if (keys === "both" && this.#providerKey) headers.set("X-Provider-API-Key", this.#providerKey);
  }

  /** Removes the keys from a text of the server. */
  redact(text: string): string {
    return [this.#apiKey, this.#providerKey]
      .filter((key) => key.length >= 8) // all real keys are longer; without a short test value the text would be unreadable
      .reduce((text, key) => text.replaceAll(key, "[key]"), text);
  }
}

/** Reads the address. The errors do not repeat it, because people put keys there by mistake. */
function parseBaseURL(value: string | URL): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError("baseURL is not an http or https address; write it as http://localhost:8080");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError("baseURL must hold no user, query or fragment; keys belong in apiKey and providerKey");
  }
  return url;
}

/** Returns a key without the line end that a file or a variable may have left on it. The error does not repeat the key. */
function cleanKey(name: string, value = ""): string {
  const key = value.trim();
  if (!/^[!-~]*$/.test(key)) {
    throw new TypeError(`${name} has characters that no key has: check for a line break or a quotation mark`);
  }
  return key;
}
