import type { RunEventPayloads } from "@goaltrace/core/log";
import { isSameContent, type PathUndo, type UndoContent } from "./undo-changes.ts";

/** A file change of a run, as its log has it. */
export type LoggedChange = {
  readonly traceId: string;
  readonly data: Omit<RunEventPayloads["file.changed"], "toolCallId">;
};

/** A path that a run has changed. `traceId` is the run below which the original's version was kept. */
export type ChangedPath = PathUndo & {
  readonly traceId: string;
  /** Someone else changed it between two changes of the run: undoing would lose that. */
  readonly isBroken: boolean;
};

/**
 * Folds the file changes of a run and its sub-agents, in the order of their time, into what each path was before the first and after the last. Paths
 * that ended as they began are left out; the result is sorted by path.
 */
export function foldChanges(changes: readonly LoggedChange[]): readonly ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  const last = new Map<string, Versions>();
  for (const { traceId, data } of changes) {
    const { path } = data;
    const { before, after } = versions(data);
    const earlier = paths.get(path);
    const previous = last.get(path);
    // Commands that run at once both see a change of one of them.
    const isRepeated =
      previous !== undefined &&
      isSameContent(previous.before, before) &&
      isSameContent(previous.after, after);
    last.set(path, { before, after });
    if (isRepeated) continue;
    paths.set(path, {
      path,
      traceId: earlier?.traceId ?? traceId,
      original: earlier === undefined ? before : earlier.original,
      left: after,
      isBroken: earlier !== undefined && (earlier.isBroken || !isSameContent(earlier.left, before)),
    });
  }
  return [...paths.values()]
    .filter(({ original, left, isBroken }) => isBroken || !isSameContent(original, left))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

type Versions = { readonly before: UndoContent | null; readonly after: UndoContent | null };

function versions(data: LoggedChange["data"]): Versions {
  const before: UndoContent | null =
    data.beforeBlob === null ? null : { kind: "file", mode: null, sha256: data.beforeBlob };
  const after: UndoContent | null =
    data.deleted === true ? null : { kind: "file", mode: null, sha256: data.afterBlob };
  return {
    before: before === null || data.before == null ? before : { ...before, ...pick(data.before) },
    after: after === null || data.after == null ? after : { ...after, ...pick(data.after) },
  };
}

function pick({
  kind,
  mode,
}: Pick<UndoContent, "kind"> & { readonly mode: number }): Omit<UndoContent, "sha256"> {
  return { kind, mode };
}
