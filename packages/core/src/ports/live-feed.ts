import type { Delta, DeltaWithdrawn } from "../log/update.ts";
import type { Scope } from "./scope.ts";

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

/** The output of a running call so far, for late watchers. A run may have several at once. */
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
      /** Of the execution: the fence of its lease. */
      readonly attempt: number;
      /** UTF-16 units that came before `text` and are no longer kept. */
      readonly offset: number;
      /** The end of the output, at most `PARTIAL_TOOL_CHARACTERS` of it. */
      readonly text: string;
    };

/**
 * Best effort, never the truth: a lost notice is mended by reading the log. Implementations coalesce deltas (about 50 ms, below 8 kB per
 * notice) and may skip the middle of a tool's output, never its end. One database listener serves a whole process.
 */
export interface LiveFeed {
  publish(notice: LiveNotice): void;
  /** Calls `listener` for each notice of the trace (or of every trace of the workspace with `{workspaceId}`) until the returned function is called. */
  subscribe(
    topic: { readonly traceId: string } | { readonly workspaceId: string } | "all",
    listener: (notice: LiveNotice) => void,
  ): () => void;
  /** The calls of a trace that run now, in no particular order. */
  partial(scope: Scope, traceId: string): Promise<readonly PartialCall[]>;
}
