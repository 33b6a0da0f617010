import type { EntryDraft } from "../../log/entry.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { Trace } from "../../log/trace.ts";
import type { WorktreeFile, WorktreeMerge, Worktrees } from "../../ports/worktrees.ts";
import type { RunContext } from "../run-context.ts";
import { unfinishedChildren } from "./child-state.ts";
import type { RunFamily } from "./run-family.ts";
import type { Spawned } from "./spawn-child.ts";

/** The entries about the worktree of a child that has ended, to be staged right before its end, and the action to take once they are durable. */
type MergedWorktree = {
  readonly stage: () => void;
  readonly remove: () => Promise<void>;
};

/** The last merge of each tree of runs. */
const merging = new WeakMap<RunFamily, Promise<void>>();

/** A child that has ended, and how its end is staged. */
export type EndedChild = {
  readonly spawned: Spawned;
  readonly status: Trace["status"];
  stageEnd(this: void): void;
};

/**
 * Merges the worktree of a child that has ended, and stages the outcome together with its end. Merges of a tree follow one another up to their
 * entries, so that the order of these is the order in which files changed; undoing depends on it. Merges that a process began that died before their
 * entries are therefore recorded first, with the ends that `find` returns. Returns what to do once the entries are durable.
 */
export async function mergeWithEnd(
  context: RunContext,
  child: EndedChild,
  find: (childTraceId: string) => Promise<EndedChild | undefined>,
): Promise<() => Promise<void>> {
  const { spawned } = child;
  const { worktrees } = context.environment;
  if (spawned.worktree === undefined || worktrees === undefined) {
    child.stageEnd();
    return async () => undefined;
  }
  const { family } = context;
  const record = async (ended: EndedChild): Promise<() => Promise<void>> => {
    // Another path may have recorded it meanwhile.
    if (isRecorded(context, ended.spawned)) return async () => undefined;
    const merged = await mergeWorktree(context, { worktrees, spawned: ended.spawned }, ended.status);
    if (!isRecorded(context, ended.spawned)) {
      merged.stage();
      ended.stageEnd();
    }
    return merged.remove;
  };
  const work = (merging.get(family) ?? Promise.resolve()).then(async () => {
    const others = unfinishedChildren(context.state.children).flatMap(({ spawned: other }) =>
      other.worktree === undefined || other.childTraceId === spawned.childTraceId ? [] : [other.childTraceId],
    );
    const removals: (() => Promise<void>)[] = [];
    for (const childTraceId of await worktrees.begun(others)) {
      const begun = await find(childTraceId);
      if (begun !== undefined) removals.push(await record(begun));
    }
    removals.push(await record(child));
    return async () => {
      for (const remove of removals) await remove();
    };
  });
  merging.set(
    family,
    work.then(
      () => undefined,
      () => undefined,
    ),
  );
  return await work;
}

function isRecorded({ state }: RunContext, { childTraceId }: Spawned): boolean {
  return state.children.get(childTraceId)?.finished != null;
}

/**
 * Merges the changes of a child that completed into the folder of its run, and collects those of any other child. The merge can be repeated until the
 * end of the child is durable, so a process that dies before leaves it to the next.
 */
async function mergeWorktree(
  context: RunContext,
  { worktrees, spawned }: { readonly worktrees: Worktrees; readonly spawned: Spawned },
  status: Trace["status"],
): Promise<MergedWorktree> {
  const { childTraceId, agent } = spawned;
  const toolCallId = spawned.toolCallId ?? null;
  const unfinished = status !== "completed";
  const merge = await worktrees.merge(childTraceId, unfinished ? "keep" : "merge");
  if (merge === undefined)
    return {
      stage: () =>
        stage(context, spawned, {
          ...{ childTraceId, toolCallId, agent, unfinished, merged: 0, files: [], unclear: [] },
          ...{ diffBlob: null, lost: true },
        }),
      // A worktree that could not be read stays where it is.
      remove: async () => undefined,
    };
  const files = merge.files.filter(isLeft);
  const stored = await Promise.all(files.map(async (file) => await storeVersion(context, file)));
  return {
    stage: () => {
      for (const data of merge.changes) {
        noteEdit(context, spawned, data);
        context.writer.stage({
          ...{ kind: "event", type: "file.changed", goalId: goalOf(context, spawned) },
          data: { ...data, fromTraceId: childTraceId, toolCallId: toolCallId ?? "" },
        });
      }
      context.family.edits.end(childTraceId);
      const { redactor } = context.environment;
      stage(context, spawned, {
        ...{ childTraceId, toolCallId, agent, unfinished },
        merged: merge.files.length - files.length,
        files: files.map(({ path, outcome }, index) => ({
          ...{ path, outcome },
          versionBlob: stored[index]?.(context) ?? null,
        })),
        unclear: [...merge.unclear],
        diffBlob:
          merge.diff === "" ? null : context.writer.stageBlob(redactor.redact(merge.diff), "text/x-diff"),
      });
    },
    remove: async () => await worktrees.remove(childTraceId),
  };
}

/** A command that runs in the folder at the same time must not report the change as its own. */
function noteEdit(
  { family, trace }: RunContext,
  { childTraceId, agent, toolCallId }: Spawned,
  { path, afterBlob, deleted }: WorktreeMerge["changes"][number],
): void {
  family.edits.note({
    ...{ traceId: childTraceId, agent, toolCallId: toolCallId ?? "", folder: trace.projectFolder, path },
    sha256: deleted === true ? null : afterBlob,
  });
}

type LeftFile = WorktreeFile & { readonly outcome: "conflict" | "kept" | "failed" };

function isLeft(file: WorktreeMerge["files"][number]): file is LeftFile {
  return file.outcome !== "merged";
}

/** Stores a version that is not text at once, and returns what names the blob when its entry is staged. */
async function storeVersion(
  { environment, ports, trace }: RunContext,
  { content }: LeftFile,
): Promise<(context: RunContext) => string | null> {
  if (content === null) return () => null;
  const { text, sha256 } = content;
  if (content.encoding === "utf8")
    return ({ writer }) => writer.stageBlob(environment.redactor.redact(text), "text/plain");
  const binary = atob(text);
  // Masks would destroy it, so it is not stored.
  if (environment.redactor.redact(binary) !== binary) return () => null;
  const { workspaceId, personId } = trace;
  const blob = { sha256, mediaType: "application/octet-stream", encoding: "base64", text } as const;
  await ports.blobs.put({ workspaceId, personId }, blob);
  return () => sha256;
}

function stage(context: RunContext, spawned: Spawned, data: RunEventPayloads["child.merged"]): void {
  const draft: EntryDraft = {
    kind: "event",
    type: "child.merged",
    goalId: goalOf(context, spawned),
    data,
  };
  context.writer.stage(draft);
}

function goalOf({ state }: RunContext, { goalId }: Spawned): string {
  return goalId ?? state.goals.focusId;
}
