import type { SeenPath } from "./scan-folder.ts";

/** The content of a path. `sha256` is that of a file's bytes, of the text of a link's target, or of the empty text for a directory. */
export type PathContent = Pick<SeenPath, "kind" | "mode"> & { readonly sha256: string };

/** A path with its content; `sha256` is null for one that could not be read. */
export type KnownPath = SeenPath & { readonly sha256: string | null };

/** A folder at one moment. */
export type FolderState = ReadonlyMap<string, KnownPath>;

/** A path that differs between two moments. Null: there was nothing, or there is nothing. */
export type PathChange = {
  readonly path: string;
  readonly before: PathContent | null;
  readonly after: PathContent | null;
};

/** The changes between two moments, in the order of paths; `unclear` are paths that changed and of which a version is missing. */
export type FolderChanges = { readonly changes: readonly PathChange[]; readonly unclear: readonly string[] };

/**
 * Compares a folder before and after a command that began at `startedAt`. A path that is new only because it was ignored before is unclear: undoing must
 * never delete a file that no one has a version of. `stillThere` returns whether a path that is out of view now exists.
 */
export function compareFolder(
  before: FolderState,
  after: FolderState,
  { startedAt, stillThere }: { readonly startedAt: number; readonly stillThere: (path: string) => boolean },
): FolderChanges {
  const changes: PathChange[] = [];
  const unclear: string[] = [];
  const inodes = new Set([...before.values()].map(({ inode }) => inode));
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const was = before.get(path);
    const is = after.get(path);
    if (was !== undefined && is !== undefined && isSame(was, is)) continue;
    if (was !== undefined && is === undefined && stillThere(path)) continue;
    const isNew = is !== undefined && (was === undefined || was.kind !== is.kind);
    const isOld = isNew && is.bornAt !== 0 && is.bornAt < startedAt && !inodes.has(is.inode);
    const content = { before: toContent(was), after: toContent(is) };
    if (isOld || content.before === undefined || content.after === undefined) unclear.push(path);
    else changes.push({ path, before: content.before, after: content.after });
  }
  return { changes, unclear };
}

function isSame(was: KnownPath, is: KnownPath): boolean {
  if (was.sha256 === null || is.sha256 === null) return was.signature === is.signature;
  return was.kind === is.kind && was.mode === is.mode && was.sha256 === is.sha256;
}

/** Null for nothing, undefined for a content that is not known. */
function toContent(path: KnownPath | undefined): PathContent | null | undefined {
  if (path === undefined) return null;
  const { kind, mode, sha256 } = path;
  return sha256 === null ? undefined : { kind, mode, sha256 };
}
