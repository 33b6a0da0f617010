import { lstat, mkdir, open, rename, rmdir, symlink, unlink } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { createFence, type Fence } from "../workspace/fence.ts";
import { resolveInside } from "../workspace/root.ts";
import { describeSystemError, systemErrorCode } from "../workspace/system-error.ts";
import { removeLeftovers } from "../workspace/remove-leftovers.ts";
import { temporaryName } from "../workspace/temporary-name.ts";
import { writeInside } from "../workspace/write-inside.ts";
import type { PathContent } from "./folder-state.ts";
import { inFolderOf, inspectPath, NO_LINK, type PathNow } from "./inspect-path.ts";

/** The content that a run found or left at a path. `mode` is null where it does not matter: file tools keep it. */
export type UndoContent = Omit<PathContent, "mode"> & { readonly mode: number | null };

/** A path to bring back: to `original`, if it still is as the run left it. Null: nothing. */
export type PathUndo = {
  readonly path: string;
  readonly original: UndoContent | null;
  readonly left: UndoContent | null;
};

/**
 * The outcome of a path: it is as before the run now, or was so already; someone else changed it since; its version is missing; a folder that the run
 * made holds other files; or the system refused.
 */
export type UndoOutcome = "reverted" | "already" | "changed" | "no_version" | "not_empty" | "failed";

export type PathUndone = { readonly path: string; readonly outcome: UndoOutcome; readonly message?: string };

export type UndoRequest = {
  readonly folder: string;
  readonly forbiddenFolders: readonly string[];
  readonly paths: readonly PathUndo[];
  /** Returns the bytes of the original of a path; undefined if they are not kept. */
  readonly read: (undo: PathUndo) => Promise<Buffer | undefined>;
  /** Whether to only look. The outcomes are then what would happen, without `not_empty` and `failed`. */
  readonly dryRun: boolean;
};

/** Reverts paths of a project folder, each only if no one else has changed it. Returns null if the folder is not there. */
export async function undoChanges(request: UndoRequest): Promise<readonly PathUndone[] | null> {
  const { folder, forbiddenFolders, dryRun } = request;
  const fence = await createFence(folder, { forbiddenFolders, allowsProtectedWrites: true });
  if (fence === undefined) return null;
  const outcomes = new Map<string, PathUndone>();
  const planned: Planned[] = [];
  for (const undo of request.paths) {
    const now = await inspectPath(fence, undo.path);
    const outcome = decide(undo, now);
    const bytes = outcome === "reverted" ? await originalBytes(request, undo) : undefined;
    const final = outcome === "reverted" && bytes === undefined ? "no_version" : outcome;
    outcomes.set(undo.path, { path: undo.path, outcome: final });
    if (final === "reverted" && bytes !== undefined) planned.push({ undo, now, bytes });
  }
  if (!dryRun)
    for (const step of inOrder(planned)) {
      const failure = await attempt(fence, step);
      if (failure !== null) outcomes.set(step.undo.path, { path: step.undo.path, ...failure });
    }
  if (!dryRun) await clean(fence, request.paths);
  return [...outcomes.values()];
}

/** An attempt that died may have left temporary files, even beside a path that it had completed. */
async function clean(fence: Fence, paths: readonly PathUndo[]): Promise<void> {
  const firstOfFolder = new Map(paths.map(({ path }) => [dirname(path), path]));
  for (const path of firstOfFolder.values())
    await inFolderOf(fence, path, async (bound) => await removeLeftovers(dirname(bound))).catch(
      () => undefined,
    );
}

type Planned = { readonly undo: PathUndo; readonly now: PathNow; readonly bytes: Buffer };

/** Returns the outcome that a path would have. */
function decide({ original, left }: PathUndo, now: PathNow): "reverted" | "already" | "changed" {
  if (now.kind === "unknown") return "changed";
  const content = now.kind === "nothing" ? null : now.content;
  if (isSameContent(content, original)) return "already";
  return isSameContent(content, left) ? "reverted" : "changed";
}

/** Compares contents; a mode that does not matter equals any. */
export function isSameContent(one: UndoContent | null, other: UndoContent | null): boolean {
  if (one === null || other === null) return one === other;
  const sameMode = one.mode === null || other.mode === null || one.mode === other.mode;
  return one.kind === other.kind && one.sha256 === other.sha256 && sameMode;
}

async function originalBytes({ read }: UndoRequest, undo: PathUndo): Promise<Buffer | undefined> {
  if (undo.original === null || undo.original.kind === "directory") return Buffer.alloc(0);
  return await read(undo);
}

type Step = Planned & { readonly act: (fence: Fence, planned: Planned) => Promise<void> };

/** Removes whatever is in the way first, contents before their folders; then folders come back, then files and links, and the modes of folders last. */
function inOrder(planned: readonly Planned[]): readonly Step[] {
  const depth = ({ undo }: Planned): number => undo.path.split("/").length;
  const deepFirst = [...planned].sort((one, other) => depth(other) - depth(one));
  const isGoing = ({ undo: { original }, now }: Planned): boolean =>
    now.kind === "known" && now.content.kind !== original?.kind;
  const isFolder = ({ undo: { original } }: Planned): boolean => original?.kind === "directory";
  const shallowFirst = [...deepFirst].reverse();
  return [
    ...deepFirst.filter(isGoing).map((step) => ({ ...step, act: remove })),
    ...shallowFirst.filter(isFolder).map((step) => ({ ...step, act: makeFolder })),
    ...planned
      .filter((step) => step.undo.original !== null && !isFolder(step))
      .map((step) => ({ ...step, act: restore })),
    ...deepFirst.filter(isFolder).map((step) => ({ ...step, act: setMode })),
  ];
}

async function attempt(
  fence: Fence,
  { act, ...planned }: Step,
): Promise<Pick<PathUndone, "outcome" | "message"> | null> {
  try {
    await act(fence, planned);
    return null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (act === remove && (code === "ENOTEMPTY" || code === "EEXIST")) return { outcome: "not_empty" };
    const content = ({ now }: Pick<Planned, "now">): UndoContent | null =>
      now.kind === "known" ? now.content : null;
    const isChanged = !isSameContent(
      content({ now: await inspectPath(fence, planned.undo.path) }),
      content(planned),
    );
    return isChanged ? { outcome: "changed" } : { outcome: "failed", message: describeSystemError(error) };
  }
}

const CHANGED = "The path changed meanwhile.";

async function remove(fence: Fence, { undo, now }: Planned): Promise<void> {
  await inFolderOf(fence, undo.path, async (bound) => {
    if (now.kind !== "known") return;
    const current = await lstat(bound, { bigint: true });
    const isFolder = current.isDirectory();
    if (current.ino !== now.stat.ino || (!isFolder && current.ctimeNs !== now.stat.ctimeNs))
      throw new Error(CHANGED);
    await (isFolder ? rmdir(bound) : unlink(bound));
  });
}

async function makeFolder(fence: Fence, { undo }: Planned): Promise<void> {
  await makeParents(fence, undo.path);
  await inFolderOf(fence, undo.path, async (bound) => {
    const current = await lstat(bound).catch(() => null);
    if (current === null) await mkdir(bound, 0o700);
    else if (!current.isDirectory()) throw new Error(CHANGED);
  });
}

/** Parent folders without a record, which someone removed together with their contents. */
async function makeParents(fence: Fence, path: string): Promise<void> {
  const parent = dirname(path);
  if (parent === ".") return;
  await makeParents(fence, parent);
  await inFolderOf(fence, parent, async (bound) => {
    await mkdir(bound).catch((error: unknown) => {
      if (systemErrorCode(error) !== "EEXIST") throw error;
    });
  });
}

async function setMode(fence: Fence, { undo: { path, original } }: Planned): Promise<void> {
  const mode = original?.mode ?? null;
  if (mode === null) return;
  await inFolderOf(fence, path, async (bound) => {
    const handle = await open(bound, NO_LINK);
    try {
      await handle.chmod(mode);
    } finally {
      await handle.close();
    }
  });
}

async function restore(fence: Fence, planned: Planned): Promise<void> {
  const { undo, now, bytes } = planned;
  const { path, original } = undo;
  if (original === null) return;
  await makeParents(fence, path);
  if (original.kind === "link") return await restoreLink(fence, planned);
  const isThere = now.kind === "known" && now.content.kind === "file";
  if (!(isThere && now.content.sha256 === original.sha256)) {
    const target = await resolveInside(
      { projectFolder: fence.root, forbiddenFolders: fence.forbidden, allowsProtectedWrites: true },
      path,
      "write",
    );
    if (!target.ok) throw new Error(target.message);
    const expected = isThere ? now.stat : null;
    const written = await writeInside({ target, bytes, expected, uniqueName: randomUUID() });
    if (!written.ok) throw new Error(written.message);
  }
  await setMode(fence, planned);
}

async function restoreLink(fence: Fence, { undo, now, bytes }: Planned): Promise<void> {
  await inFolderOf(fence, undo.path, async (bound) => {
    if (now.kind !== "known" || now.content.kind !== "link") return await symlink(bytes, bound);
    const temporary = `${dirname(bound)}/${temporaryName(randomUUID())}`;
    await symlink(bytes, temporary);
    await rename(temporary, bound).catch(async (error: unknown) => {
      await unlink(temporary);
      throw error;
    });
  });
}
