import type { RunEventPayloads } from "../log/run-event.ts";

/** Why a sub-agent works in the folder of its parent although it asked for a worktree. */
export type SharedReason = NonNullable<RunEventPayloads["child.spawned"]["shared"]>;

/** The folder of a sub-agent with a worktree, or why it has none. */
export type OpenedWorktree =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly reason: SharedReason };

/** A content in a form that a blob can have. */
export type StoredContent = {
  readonly encoding: "utf8" | "base64";
  readonly text: string;
  /** The hex SHA-256 of its bytes. */
  readonly sha256: string;
};

/**
 * The fate of a path that a sub-agent changed in its worktree. `merged`: the project folder has the change. `conflict`: someone else changed the
 * path meanwhile, and the folder keeps that. `kept`: the agent did not finish, so the folder stays as it was. `failed`: the system refused. `content` is
 * the agent's version of a path that was not merged; null if the agent removed it.
 */
export type WorktreeFile = {
  readonly path: string;
  readonly outcome: "merged" | "conflict" | "kept" | "failed";
  readonly content: StoredContent | null;
};

/** The result of a merge. */
export type WorktreeMerge = {
  readonly files: readonly WorktreeFile[];
  /** The changes of the project folder, in the order of paths. Their versions are kept for undoing. */
  readonly changes: readonly Omit<RunEventPayloads["file.changed"], "toolCallId">[];
  /** The changes as git shows them, those of the folder or those that wait; "" for none. */
  readonly diff: string;
  /** Paths that changed and that could not be read. */
  readonly unclear: readonly string[];
};

/** The git worktrees in which sub-agents of a run change files, each named for the sub-agent. */
export interface Worktrees {
  /**
   * Makes the worktree of a sub-agent from the last commit and the present files of a project folder, or finds the one that it has. Never
   * rejects for what the folder is.
   */
  open(childTraceId: string, projectFolder: string): Promise<OpenedWorktree>;
  /**
   * Merges the changes into the project folder, three-way, or only collects those of an agent that did not finish. Repeating it, also in another
   * process, completes what was begun and returns the same result. Undefined if there is no such worktree on this machine, or it cannot be read.
   */
  merge(childTraceId: string, how: "merge" | "keep"): Promise<WorktreeMerge | undefined>;
  /**
   * Returns those of these sub-agents whose merge was begun, in the order in which they were. A process that dies between a merge and its
   * entries leaves it to be recorded before any other merge.
   */
  begun(childTraceIds: readonly string[]): Promise<readonly string[]>;
  /** Removes a worktree. Repeating it has no effect. */
  remove(childTraceId: string): Promise<void>;
  /** Deletes what is left of a removal that was interrupted, and never a worktree that has been opened under the same id since. */
  removeRest(childTraceId: string): Promise<void>;
}
