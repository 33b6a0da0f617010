/** Turns texts into vectors: the more alike the directions, the closer what the texts are about. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** Returns a vector for each text, in order. Rejects if the endpoint fails, or when the signal aborts. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}
