import type { CallWaiting, Delta, DeltaWithdrawn } from "../log/update.ts";
import type { Scope } from "./scope.ts";

/** A message between processes about a live run. `committed` means only that entries up to `sequence` can be read. */
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
  | CallWaiting
  | { readonly kind: "signalled"; readonly traceId: string };

/** The output of a running call so far, for late subscribers. A run may have several running calls. */
export type PartialCall =
  | {
      readonly kind: "model";
      readonly callId: string;
      readonly attempt: number;
      readonly text: string;
      readonly reasoning: string;
    }
  | {
      readonly kind: "tool";
      readonly callId: string;
      /** The fence of the execution's lease. */
      readonly attempt: number;
      /** Number of UTF-16 units before `text` that are no longer kept. */
      readonly offset: number;
      /** The last `PARTIAL_TOOL_CHARACTERS` of the output at most. */
      readonly text: string;
    };

/**
 * Publishes live notices, best effort: readers recover from a lost notice by reading the log. Implementations coalesce deltas (about 50 ms,
 * below 8 kB per notice) and may skip the middle of a tool's output, never its end. One database listener serves a whole process.
 */
export interface LiveFeed {
  publish(notice: LiveNotice): void;
  /** Calls `listener` for each notice of the topic until the returned function is called. */
  subscribe(
    topic: { readonly traceId: string } | { readonly workspaceId: string } | "all",
    listener: (notice: LiveNotice) => void,
  ): () => void;
  /** Returns the running calls of a trace, in no particular order. */
  partial(scope: Scope, traceId: string): Promise<readonly PartialCall[]>;
}
