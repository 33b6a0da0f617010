import type { Scope } from "./scope.ts";

/** Content-addressed data, keyed by (workspace, sha256). Text is UTF-8; binary data is base64 in `text` with `encoding: "base64"`. */
export type Blob = {
  readonly sha256: string;
  readonly mediaType: string;
  readonly encoding: "utf8" | "base64";
  readonly text: string;
};

/**
 * Stores blobs. Most are written with the append that references them (`AppendBatch.blobs`); `put` is for content that must be durable before an
 * entry references it. The same content is stored once. Pages are in characters of `text`.
 */
export interface BlobStore {
  put(scope: Scope, blob: Blob): Promise<void>;
  get(scope: Scope, sha256: string): Promise<Blob | undefined>;
  getMany(scope: Scope, sha256s: readonly string[]): Promise<readonly Blob[]>;
  page(
    scope: Scope,
    sha256: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly text: string; readonly totalLength: number } | undefined>;
  /** Deletes blobs older than `olderThan` that no entry of any trace references. Returns the number of deleted blobs. */
  sweep(olderThan: number): Promise<number>;
}
