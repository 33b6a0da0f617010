/** A change of a file by one run of a tree. */
export type TreeEdit = {
  readonly traceId: string;
  readonly agent: string;
  readonly toolCallId: string;
  /** The folder that `path` is relative to; runs in different folders do not change the same file. */
  readonly folder: string | null;
  readonly path: string;
  /** The content that it left; null if the file is gone. */
  readonly sha256: string | null;
};

/** An edit that a log records, or the end of a run, with which its leases ended. */
export type PastEdit =
  | { readonly kind: "edit"; readonly edit: TreeEdit }
  | { readonly kind: "end"; readonly traceId: string };

/** Two runs that work at the same time have changed the same file: the own call, and the edit of the other. */
export type Overlap = { readonly path: string; readonly other: TreeEdit };

/**
 * The files that the runs of a tree change while they work: a lease that begins with the first edit and ends with the run. A second edit is not
 * refused, because it was made on the current content, but both runs are notified. Kept in memory; another process recalls the edits from the logs.
 */
export type TreeEdits = {
  /** Records an edit. Runs that hold the file and the run that edits it learn about each other with `take`. */
  note(edit: TreeEdit): void;
  /** Returns and removes the overlaps that a run has not read. */
  take(traceId: string): readonly Overlap[];
  /** Ends the leases of a run. */
  end(traceId: string): void;
  /** Watches the edits of all other runs in a folder. The returned function ends it and returns the content that the last of them left, by path. */
  watch(traceId: string, folder: string | null): () => ReadonlyMap<string, string | null>;
  /** Repeats what happened before this process, oldest first. Overlaps that a run has read already, by the other run's call, are left out. */
  recall(past: readonly PastEdit[], hasRead: (traceId: string, toolCallId: string) => boolean): void;
};

type Watch = {
  readonly traceId: string;
  readonly folder: string | null;
  readonly seen: Map<string, string | null>;
};

/** Creates it without leases. */
export function createTreeEdits(): TreeEdits {
  /** The newest edit of each run, by folder and path. */
  const holders = new Map<string, Map<string, TreeEdit>>();
  const unread = new Map<string, Overlap[]>();
  const push = (traceId: string, overlap: Overlap): void =>
    void unread.set(traceId, [...(unread.get(traceId) ?? []), overlap]);
  const watches = new Set<Watch>();
  const note = (edit: TreeEdit): void => {
    for (const { traceId, folder, seen } of watches)
      if (traceId !== edit.traceId && folder === edit.folder) seen.set(edit.path, edit.sha256);
    const key = `${edit.folder ?? ""}\0${edit.path}`;
    const held = holders.get(key) ?? new Map<string, TreeEdit>();
    for (const other of held.values()) {
      if (other.traceId === edit.traceId) continue;
      push(edit.traceId, { path: edit.path, other });
      push(other.traceId, { path: edit.path, other: edit });
    }
    held.set(edit.traceId, edit);
    holders.set(key, held);
  };
  const end = (traceId: string): void => {
    unread.delete(traceId);
    for (const held of holders.values()) held.delete(traceId);
  };
  return {
    note,
    take: (traceId) => {
      const overlaps = unread.get(traceId) ?? [];
      unread.delete(traceId);
      return overlaps;
    },
    end,
    watch: (traceId, folder) => {
      const watch = { traceId, folder, seen: new Map<string, string | null>() };
      watches.add(watch);
      return () => {
        watches.delete(watch);
        return watch.seen;
      };
    },
    recall: (past, hasRead) => {
      for (const event of past)
        if (event.kind === "edit") note(event.edit);
        else end(event.traceId);
      for (const [traceId, overlaps] of unread)
        unread.set(
          traceId,
          overlaps.filter(({ other }) => !hasRead(traceId, other.toolCallId)),
        );
    },
  };
}
