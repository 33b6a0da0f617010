import type { ToolContext } from "@goaltrace/core";
import type { UncoveredReason } from "@goaltrace/core/log";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { hashOfBytes } from "../files/content-blob.ts";
import { DIFF_MAX_CHARACTERS } from "../tunables.ts";
import { changeDiff } from "./change-diff.ts";
import type { FolderHistory, FolderSnapshot } from "./folder-history.ts";
import { withoutOthers } from "./changes-of-others.ts";
import { compareFolder, type PathChange } from "./folder-state.ts";
import { CHANGES_MAX, UNCLEAR_MAX } from "./tunables.ts";

/** The changes of a command in the project folder, for its event and its result. */
export type CommandChanges = {
  readonly event: {
    readonly count: number;
    readonly uncovered: UncoveredReason | null;
    readonly unclear: readonly string[];
  };
  readonly paths: readonly string[];
  readonly added: number;
  readonly removed: number;
  /** The changes as git shows them, without those behind the limit; "" for none. */
  readonly diff: string;
};

/**
 * Looks at the project folder before a command. The returned function looks again after it, keeps the versions of what has changed, and records
 * `file.changed` for each path.
 */
export async function watchChanges(
  history: FolderHistory,
  context: ToolContext,
  folder: string,
): Promise<() => Promise<CommandChanges>> {
  // Not the signal of the call, because the changes of a stopped command must be recorded too.
  const request = {
    ...{ folder, forbiddenFolders: context.forbiddenFolders, owner: context.scope.workspaceId },
    signal: new AbortController().signal,
  };
  const before = await history.take(request);
  const startedAt = Date.now();
  const watched = context.watchOthers?.();
  if (!before.ok) return async () => nothing(before.reason);
  return async () => {
    const after = await history.take(request);
    const others = watched?.() ?? new Map<string, string | null>();
    if (!after.ok) return nothing(after.reason);
    const { changes: all, unclear } = compareFolder(before.state, after.state, {
      startedAt,
      stillThere: (path) => lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined,
    });
    const changes = withoutOthers(all, after.state, others);
    if (changes.length > CHANGES_MAX) return nothing("changes");
    return await recordChanges(context, { before, after }, { changes, unclear });
  };
}

function nothing(uncovered: UncoveredReason): CommandChanges {
  return { event: { count: 0, uncovered, unclear: [] }, paths: [], added: 0, removed: 0, diff: "" };
}

const EMPTY = hashOfBytes(Buffer.alloc(0));

async function recordChanges(
  context: ToolContext,
  { before, after }: { readonly before: FolderSnapshot; readonly after: FolderSnapshot },
  found: { readonly changes: readonly PathChange[]; readonly unclear: readonly string[] },
): Promise<CommandChanges> {
  const unclear = [...found.unclear];
  const paths: string[] = [];
  const diffs: string[] = [];
  let shown = 0;
  let added = 0;
  let removed = 0;
  for (const change of found.changes) {
    const bytes = {
      before: await keep(context, before, change.before),
      after: await keep(context, after, change.after),
    };
    if (bytes.before === undefined || bytes.after === undefined) {
      unclear.push(change.path);
      continue;
    }
    const diff = changeDiff(change, bytes);
    added += diff.added;
    removed += diff.removed;
    paths.push(change.path);
    shown += diff.diff?.length ?? 0;
    if (diff.diff !== null && shown <= DIFF_MAX_CHARACTERS) diffs.push(diff.diff);
    context.record({
      type: "file.changed",
      data: {
        path: change.path,
        beforeBlob: change.before?.sha256 ?? null,
        afterBlob: change.after?.sha256 ?? EMPTY,
        added: diff.added,
        removed: diff.removed,
        ...(change.after === null ? { deleted: true } : {}),
        source: "command",
        before: kindAndMode(change.before),
        after: kindAndMode(change.after),
      },
    });
  }
  const event = { count: paths.length, uncovered: null, unclear: unclear.slice(0, UNCLEAR_MAX) };
  return { event, paths, added, removed, diff: diffs.join("") };
}

function kindAndMode(
  content: PathChange["before"],
): Pick<NonNullable<typeof content>, "kind" | "mode"> | null {
  return content === null ? null : { kind: content.kind, mode: content.mode };
}

/** Returns the bytes of a version that another agent wrote and no one has looked at since; undefined if only its name is stored. */
async function storedBytes({ blobs, scope }: ToolContext, sha256: string): Promise<Buffer | undefined> {
  const blob = await blobs.get(scope, sha256).catch(() => undefined);
  const bytes = blob === undefined ? undefined : Buffer.from(blob.text, blob.encoding);
  return bytes !== undefined && hashOfBytes(bytes) === sha256 ? bytes : undefined;
}

/** Keeps the version of a path for undoing, and returns it; undefined if it is gone. */
async function keep(
  context: ToolContext,
  snapshot: FolderSnapshot,
  content: PathChange["before"],
): Promise<Buffer | undefined> {
  if (content === null || content.kind === "directory") return Buffer.alloc(0);
  const bytes = (await snapshot.read(content.sha256)) ?? (await storedBytes(context, content.sha256));
  if (bytes === undefined) return undefined;
  try {
    await context.versions?.keep({ sha256: content.sha256, bytes });
    return bytes;
  } catch (error) {
    context.logger.warn("a version of a changed file was not kept", { error: String(error) });
    return undefined;
  }
}
