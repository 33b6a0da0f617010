import type { Scope } from "./scope.ts";

/** Content-addressed content, keyed by (workspace, sha256). Text is UTF-8; binary is base64 in `text` with `encoding: "base64"`. */
export type Blob = {
  readonly sha256: string;
  readonly mediaType: string;
  readonly encoding: "utf8" | "base64";
  readonly text: string;
};

/**
 * Blobs are written with the append that refers to them (`AppendBatch.blobs`); `put` is for content that must be durable before an entry
 * names it. Putting the same content twice is one blob. Pages are in characters of `text`.
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
  /** Removes blobs that no entry of any trace names and that are older than `olderThan`; returns how many. */
  sweep(olderThan: number): Promise<number>;
}
