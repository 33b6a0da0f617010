/** A POST request with its final body. */
export type HttpRequest = {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborting closes the connection and rejects the pending `send` or `read`. */
  readonly signal: AbortSignal;
  /** Called before the transport lets its answer wait for this many milliseconds, which no time limit of the provider should count. */
  readonly onPause?: (milliseconds: number) => void;
};

/** The head of a response. Read its body once, or abort the request's signal to close the connection. */
export type HttpResponse = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Passes the decompressed body to `take` piece by piece as it arrives, until the end or until `take` returns false; the rest is then
   * discarded. While a promise of `take` is pending, the connection is not read. Rejects if the connection breaks before the end, if the
   * signal aborts, or if `take` throws.
   */
  read(take: (bytes: Uint8Array) => boolean | Promise<boolean>): Promise<void>;
};

/**
 * Sends requests to a model's endpoint. Never follows redirects, which could leak the key to another host. Rejects only if no response begins;
 * an error status is a response.
 */
export interface HttpTransport {
  send(request: HttpRequest): Promise<HttpResponse>;
}
