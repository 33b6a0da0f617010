import type { Entry } from "../log/entry.ts";
import type { LogSegment } from "../log/fork.ts";
import type { Scope } from "./scope.ts";

/** Finds entries of one log by their contents. `segments` are the stretches of the resolved log, oldest first. */
export interface TraceSearchStore {
  /**
   * Entries after `after` that may hold `text`, in order, at most `limit`: the stored text includes field names, so the caller checks each
   * entry again. ASCII letters match in either case. In very long logs only whole words and word beginnings are found.
   */
  candidates(
    scope: Scope,
    segments: readonly LogSegment[],
    request: { readonly text: string; readonly after: number; readonly limit: number },
  ): Promise<readonly Entry[]>;
  /** Every file change that tools recorded, in order; the newest `limit` of them. */
  fileChanges(scope: Scope, segments: readonly LogSegment[], limit: number): Promise<readonly Entry[]>;
}
