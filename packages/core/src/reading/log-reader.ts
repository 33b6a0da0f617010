import type { BlobStore } from "../ports/blob-store.ts";
import type { Scope } from "../ports/scope.ts";
import type { TraceStore } from "../ports/trace-store.ts";

/** The stores and the scope for reading logs. Data that the scope may not see counts as missing. */
export type LogReader = {
  readonly traces: Pick<TraceStore, "get" | "family" | "entries" | "outline">;
  readonly scope: Scope;
};

/** A reader that also loads blobs referenced by entries. */
export type ContentReader = LogReader & { readonly blobs: Pick<BlobStore, "get" | "getMany"> };
