import type { FileVersions, StoredContent, WorktreeFile, WorktreeMerge } from "@goaltrace/core/ports";
import { contentBlob, hashOfBytes } from "../files/content-blob.ts";
import { DIFF_MAX_CHARACTERS } from "../tunables.ts";
import { changeDiff } from "../undo/change-diff.ts";
import type { PathChange, PathContent } from "../undo/folder-state.ts";
import type { LocalVersions } from "../undo/local-versions.ts";
import { type UndoOutcome, undoChanges } from "../undo/undo-changes.ts";
import { SHOWN_VERSION_MAX_BYTES } from "./tunables.ts";
import type { MergePlan, MergeStep } from "./worktree-record.ts";

export type MergePlace = {
  /** The project folder. */
  readonly source: string;
  readonly forbiddenFolders: readonly string[];
  readonly versions: LocalVersions;
  readonly undo: FileVersions | undefined;
};

type Merged = Extract<MergeStep, { readonly outcome: "merged" }>;

/**
 * Carries out a plan: each path of the project folder changes only if it still is as the plan found it, as when a person undoes changes. Paths that an
 * earlier attempt has changed already count as done. Returns undefined if the folder is gone.
 */
export async function carryOut(plan: MergePlan, place: MergePlace): Promise<WorktreeMerge | undefined> {
  const { source, forbiddenFolders, versions, undo } = place;
  const merged = plan.steps.filter((step): step is Merged => step.outcome === "merged");
  // Before the first change: without its versions a change could not be undone.
  for (const { before, after } of merged)
    for (const content of [before, after]) await keepVersion(content, versions, undo);
  const done = await undoChanges({
    ...{ folder: source, forbiddenFolders, dryRun: false },
    paths: merged.map(({ path, before, after }) => ({ path, original: after, left: before })),
    read: async ({ original }) => await versions.get(original?.sha256 ?? ""),
  });
  if (done === null) return undefined;
  const outcomes = new Map(done.map(({ path, outcome }) => [path, outcome]));
  const files: WorktreeFile[] = [];
  const changes: WorktreeMerge["changes"][number][] = [];
  const diffs: string[] = [];
  for (const step of plan.steps) {
    const outcome = step.outcome === "merged" ? outcomeOf(outcomes.get(step.path)) : step.outcome;
    if (outcome === null) continue;
    const [from, to] = step.outcome === "merged" ? [step.before, step.after] : [step.base, step.theirs];
    const { event, diff } = await describe({ path: step.path, before: from, after: to }, versions);
    if (outcome === "merged") changes.push(event);
    if ((to ?? from)?.kind === "directory") continue;
    const content = outcome === "merged" ? null : await shown(to, versions);
    files.push({ path: step.path, outcome, content });
    if (diff !== null) diffs.push(diff);
  }
  let length = 0;
  const diff = diffs.filter((text) => (length += text.length) <= DIFF_MAX_CHARACTERS).join("");
  return { files, changes, diff, unclear: plan.unclear };
}

/** Null for a folder that stays because someone else has files in it. */
function outcomeOf(outcome: UndoOutcome | undefined): WorktreeFile["outcome"] | null {
  switch (outcome) {
    case "reverted":
    case "already":
      return "merged";
    case "not_empty":
      return null;
    case "changed":
      return "conflict";
    case "failed":
    case "no_version":
    case undefined:
      return "failed";
  }
}

async function bytesOf(content: PathContent | null, versions: LocalVersions): Promise<Buffer | undefined> {
  return content === null || content.kind === "directory"
    ? Buffer.alloc(0)
    : await versions.get(content.sha256);
}

async function keepVersion(
  content: PathContent | null,
  versions: LocalVersions,
  undo: FileVersions | undefined,
): Promise<void> {
  if (content === null || content.kind === "directory") return;
  const bytes = await versions.get(content.sha256);
  if (bytes !== undefined) await undo?.keep({ sha256: content.sha256, bytes });
}

async function shown(content: PathContent | null, versions: LocalVersions): Promise<StoredContent | null> {
  if (content === null || content.kind === "directory") return null;
  const bytes = await versions.get(content.sha256);
  if (bytes === undefined || bytes.length > SHOWN_VERSION_MAX_BYTES) return null;
  const { encoding, text, sha256 } = contentBlob(bytes, "text/plain");
  return { encoding, text, sha256 };
}

const EMPTY = hashOfBytes(Buffer.alloc(0));

async function describe(
  { path, before, after }: PathChange,
  versions: LocalVersions,
): Promise<{ readonly event: WorktreeMerge["changes"][number]; readonly diff: string | null }> {
  const bytes = { before: await bytesOf(before, versions), after: await bytesOf(after, versions) };
  const { added, removed, diff } = changeDiff({ path, before, after }, bytes);
  const kindAndMode = (content: PathContent | null): Pick<PathContent, "kind" | "mode"> | null =>
    content === null ? null : { kind: content.kind, mode: content.mode };
  return {
    diff,
    event: {
      ...{ path, beforeBlob: before?.sha256 ?? null, afterBlob: after?.sha256 ?? EMPTY, added, removed },
      ...(after === null ? { deleted: true } : {}),
      ...{ source: "command", before: kindAndMode(before), after: kindAndMode(after) },
    },
  };
}
