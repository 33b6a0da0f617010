import type { Entry } from "../log/entry.ts";
import type { LogSegment } from "../log/fork.ts";
import type { Scope } from "./scope.ts";

/** Finds entries of one log by their content. `segments` are the parts of the resolved log, oldest first. */
export interface TraceSearchStore {
  /**
   * Returns at most `limit` entries after `after` that may contain `text`, in order. The stored text includes field names, so the caller
   * checks each entry again. ASCII letters match in either case. In very long logs only whole words and word beginnings are found.
   */
  candidates(
    scope: Scope,
    segments: readonly LogSegment[],
    request: { readonly text: string; readonly after: number; readonly limit: number },
  ): Promise<readonly Entry[]>;
  /** Returns the newest `limit` file changes recorded by tools, in order. */
  fileChanges(scope: Scope, segments: readonly LogSegment[], limit: number): Promise<readonly Entry[]>;
  /** Returns the newest `limit` ends of commands, in order. */
  commandEnds(scope: Scope, segments: readonly LogSegment[], limit: number): Promise<readonly Entry[]>;
}
