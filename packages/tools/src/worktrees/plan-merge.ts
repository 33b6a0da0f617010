import { lstatSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import { hashOfBytes } from "../files/content-blob.ts";
import { detectEncoding } from "../files/text-encoding.ts";
import { readContent, type FolderSnapshot } from "../undo/folder-history.ts";
import { compareFolder, type KnownPath, type PathChange, type PathContent } from "../undo/folder-state.ts";
import { inspectPath } from "../undo/inspect-path.ts";
import type { LocalVersions } from "../undo/local-versions.ts";
import type { Fence } from "../workspace/fence.ts";
import { mergePath } from "./three-way.ts";
import { mergeText } from "./worktree-git.ts";
import type { MergePlan, MergeStep, WorktreeRecord } from "./worktree-record.ts";

export type MergeRequest = {
  readonly record: WorktreeRecord;
  /** The worktree as the agent left it. */
  readonly after: FolderSnapshot;
  /** The project folder. */
  readonly fence: Fence;
  readonly versions: LocalVersions;
  readonly how: "merge" | "keep";
};

/** Decides about every path that the agent changed, and keeps the bytes that carrying it out needs. Changes nothing in the project folder. */
export async function planMerge(request: MergeRequest): Promise<MergePlan> {
  const { record, after } = request;
  const { changes, unclear } = compareFolder(toState(record.base), after.state, {
    startedAt: record.openedAt,
    stillThere: (path) => lstatSync(join(record.folder, path), { throwIfNoEntry: false }) !== undefined,
  });
  const steps: MergeStep[] = [];
  const missing: string[] = [];
  for (const change of changes) {
    const step = await planPath(request, change);
    if (step === "missing") missing.push(change.path);
    else if (step !== null) steps.push(step);
  }
  return { steps, unclear: [...unclear, ...missing].sort(), decidedAt: Date.now() };
}

/** Null for a path that is as the agent left it already. */
async function planPath(request: MergeRequest, change: PathChange): Promise<MergeStep | "missing" | null> {
  const { after, fence, versions, how } = request;
  const { path, before: base, after: theirs } = change;
  if (!(await copyBytes(theirs, after, versions))) return "missing";
  if (how === "keep") return { path, outcome: "kept", base, theirs };
  const conflict = { path, outcome: "conflict", base, theirs } as const;
  const found = await inspectPath(fence, path);
  if (found.kind === "unknown") return conflict;
  const now = found.kind === "nothing" ? null : found.content;
  const resolution = mergePath({ base, theirs, now });
  switch (resolution.kind) {
    case "same":
      return null;
    case "conflict":
      return conflict;
    case "take":
    case "text": {
      if (!(await keepNow(request, path, now))) return conflict;
      const merged =
        resolution.kind === "take"
          ? resolution.result
          : await mergedText(versions, { base, theirs, now }, resolution.mode);
      return merged === undefined ? conflict : { path, outcome: "merged", before: now, after: merged };
    }
  }
}

/** The state with which the agent began; nothing but kind, mode and content of a path matters then. */
function toState(base: WorktreeRecord["base"]): ReadonlyMap<string, KnownPath> {
  const nothing = { inode: "", signature: "", changedAt: 0, bornAt: 0 };
  return new Map(base.map(([path, content]) => [path, { ...nothing, ...content }]));
}

async function copyBytes(
  content: PathContent | null,
  from: FolderSnapshot,
  versions: LocalVersions,
): Promise<boolean> {
  if (content === null || content.kind === "directory" || (await versions.has(content.sha256))) return true;
  const bytes = await from.read(content.sha256);
  if (bytes === undefined) return false;
  await versions.put(content.sha256, bytes);
  return true;
}

/** Keeps what the project folder has at a path. False if it changed since it was looked at. */
async function keepNow(
  { fence, versions }: MergeRequest,
  path: string,
  now: PathContent | null,
): Promise<boolean> {
  if (now === null || now.kind === "directory" || (await versions.has(now.sha256))) return true;
  const absolute = join(fence.root, path);
  const bytes =
    now.kind === "link"
      ? await readlink(absolute, "buffer").catch(() => undefined)
      : await readContent(fence, absolute, "file");
  if (bytes === undefined || hashOfBytes(bytes) !== now.sha256) return false;
  await versions.put(now.sha256, bytes);
  return true;
}

type Sides = {
  readonly base: PathContent | null;
  readonly theirs: PathContent | null;
  readonly now: PathContent | null;
};

/** Merges three texts and keeps the result; undefined for a conflict, and for anything but text. */
async function mergedText(
  versions: LocalVersions,
  sides: Sides,
  mode: number,
): Promise<PathContent | undefined> {
  const [base, ours, theirs] = await Promise.all(
    [sides.base, sides.now, sides.theirs].map(async (side) => await versions.get(side?.sha256 ?? "")),
  );
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  if ([base, ours, theirs].some((bytes) => detectEncoding(bytes, true) === null)) return undefined;
  const bytes = await mergeText({ base, ours, theirs });
  if (bytes === undefined) return undefined;
  const sha256 = hashOfBytes(bytes);
  await versions.put(sha256, bytes);
  return { kind: "file", mode, sha256 };
}
