import type { Delta, DeltaWithdrawn } from "../log/update.ts";

/** What travels between processes while a run is live. `committed` says only that entries up to `sequence` can be read. */
export type LiveNotice =
  | {
      readonly kind: "committed";
      readonly workspaceId: string;
      readonly traceId: string;
      readonly sequence: number;
      readonly status: string;
    }
  | Delta
  | DeltaWithdrawn
  | { readonly kind: "signalled"; readonly traceId: string };

/** Partial text of a running call, for whoever comes late. */
export type PartialCall = {
  readonly callId: string;
  readonly attempt: number;
  readonly text: string;
  readonly reasoning: string;
};

/**
 * Best effort, never the truth: a lost notice is mended by reading the log. Implementations coalesce deltas (about 50 ms, below 8 kB per
 * notice). One database listener serves a whole process.
 */
export interface LiveFeed {
  publish(notice: LiveNotice): void;
  /** Calls `listener` for each notice of the trace (or of every trace of the workspace with `{workspaceId}`) until the returned function is called. */
  subscribe(
    topic: { readonly traceId: string } | { readonly workspaceId: string } | "all",
    listener: (notice: LiveNotice) => void,
  ): () => void;
  partial(traceId: string): Promise<PartialCall | undefined>;
}
