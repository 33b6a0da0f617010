import type { FolderState, PathChange, PathContent } from "./folder-state.ts";

/** The content that other agents left at paths while a command ran: its SHA-256, or null for nothing. */
export type ChangesOfOthers = ReadonlyMap<string, string | null>;

const USUAL_MODE = 0o644;

/**
 * Returns the changes of a command without those of other agents, which changed the same folder while it ran. A path that ended as another agent left
 * it is theirs. A path that ended differently was changed by the command after them, so its earlier content was theirs, even if the command restored
 * the content from its own start, which on its own looks like no change.
 */
export function withoutOthers(
  changes: readonly PathChange[],
  after: FolderState,
  others: ChangesOfOthers,
): readonly PathChange[] {
  if (others.size === 0) return changes;
  const seen = new Map(changes.map((change) => [change.path, change]));
  for (const [path, left] of others) {
    const change = seen.get(path);
    const ended = change === undefined ? contentAt(after, path) : change.after;
    if (ended === undefined) continue;
    if ((ended?.sha256 ?? null) === left) seen.delete(path);
    else {
      const mode = (change?.before ?? ended)?.mode ?? USUAL_MODE;
      const before: PathContent | null = left === null ? null : { kind: "file", mode, sha256: left };
      seen.set(path, { path, before, after: ended });
    }
  }
  return [...seen.values()];
}

/** Null for nothing, undefined for a content that is not known. */
function contentAt(state: FolderState, path: string): PathContent | null | undefined {
  const known = state.get(path);
  if (known === undefined) return null;
  const { kind, mode, sha256 } = known;
  return sha256 === null ? undefined : { kind, mode, sha256 };
}
