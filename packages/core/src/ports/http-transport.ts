/** A POST whose body is final text. */
export type HttpRequest = {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborting it before or while the answer is read closes the connection and makes what is awaited reject. */
  readonly signal: AbortSignal;
};

/** The head of an answer. Its body is read once, or the connection is given up by the request's signal. */
export type HttpAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Hands over the body piece by piece as it arrives, decompressed, until its end or until `take` answers false: it has what it wants, and
   * what still comes is thrown away. Rejects when the connection breaks before the end, when the signal aborts, and with what `take` throws.
   */
  read(take: (bytes: Uint8Array) => boolean): Promise<void>;
};

/**
 * Carries requests to a model's endpoint. Never follows a redirect: it would take the key to a place nobody chose. Rejects when no answer
 * begins; a status is an answer, whatever it says.
 */
export interface HttpTransport {
  send(request: HttpRequest): Promise<HttpAnswer>;
}
