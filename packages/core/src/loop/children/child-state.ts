import type { ToolMessage, UserMessage } from "../../log/message.ts";
import { reportedChild } from "../../log/report-id.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ChildReport } from "../../ports/child-agents.ts";
import type { EventHandlers } from "../../log/events/event-handlers.ts";

/** A sub-agent that the conversation started. `finished` is null while it works or waits. `isOwn` is false for those of earlier turns. */
export type KnownChild = {
  readonly spawned: RunEventPayloads["child.spawned"];
  readonly startedAt: number;
  readonly finished: RunEventPayloads["child.finished"] | null;
  /** The fate of the changes in its worktree; null before that, and for a child without one. */
  readonly merged: RunEventPayloads["child.merged"] | null;
  readonly isOwn: boolean;
  /** True if it works in the background: its call has a result, but not its report. */
  readonly isBeside: boolean;
  /** True once its report is a message or a result that the model reads. */
  readonly isReported: boolean;
};

/** The sub-agents of the conversation by trace, in the order in which they were started. */
export type Children = Map<string, KnownChild>;

/** Returns the child that a call started at this position before it was repeated. */
export function findChild(children: Children, toolCallId: string, position: number): KnownChild | undefined {
  return [...children.values()].find(
    ({ spawned, isOwn }) =>
      isOwn && spawned.toolCallId === toolCallId && (spawned.position ?? 0) === position,
  );
}

/** Returns the report about a child with this end, as its parent's log has it. */
export function reportOfEnd(
  { spawned, merged }: KnownChild,
  finished: NonNullable<KnownChild["finished"]>,
): ChildReport {
  const { agent, shared } = spawned;
  return {
    ...{ ...finished, agent },
    ...(merged === null ? {} : { merge: merged }),
    ...(shared === undefined ? {} : { shared }),
  };
}

/** Returns how long the longest child of a call worked, in milliseconds; 0 without a child that has ended. */
export function longestChild(children: Children, toolCallId: string): number {
  return [...children.values()].reduce(
    (most, { spawned, isOwn, finished }) =>
      isOwn && spawned.toolCallId === toolCallId ? Math.max(most, finished?.durationMs ?? 0) : most,
    0,
  );
}

/** Returns the own children that have not ended. */
export function unfinishedChildren(children: Children): readonly KnownChild[] {
  return [...children.values()].filter(({ finished, isOwn }) => isOwn && finished === null);
}

/** Returns the own children of the background whose report the model has not read, whether they work or have ended. */
export function besideChildren(children: Children): readonly KnownChild[] {
  return [...children.values()].filter(({ isOwn, isBeside, isReported }) => isOwn && isBeside && !isReported);
}

/** Folds a message: the result of a call ends the wait for its children, and results and messages report their ends. */
export function noteReports(children: Children, message: UserMessage | ToolMessage): void {
  if (children.size === 0) return;
  if (message.role === "user") {
    const reported = reportedChild(message.signalId);
    if (reported !== null) markReported(children, reported);
    return;
  }
  for (const child of [...children.values()])
    if (child.spawned.toolCallId === message.toolCallId && child.isOwn && child.finished === null)
      children.set(child.spawned.childTraceId, { ...child, isBeside: true });
  for (const childTraceId of reportedIn(message.metadata)) markReported(children, childTraceId);
}

function markReported(children: Children, childTraceId: string): void {
  const child = children.get(childTraceId);
  if (child?.finished != null) children.set(childTraceId, { ...child, isReported: true });
}

/** The ids of the children whose reports a result holds. */
function reportedIn(metadata: unknown): readonly string[] {
  if (typeof metadata !== "object" || metadata === null || !("childTraceIds" in metadata)) return [];
  const { childTraceIds } = metadata;
  return Array.isArray(childTraceIds) ? childTraceIds.filter((id) => typeof id === "string") : [];
}

/** Folds the children of a run and of the turns before it. */
export function childHandlers(isOwn: boolean): EventHandlers<Children, void> {
  return {
    "child.spawned": (children, { data, at }) =>
      void children.set(data.childTraceId, {
        ...{ spawned: data, startedAt: at, finished: null, merged: null, isOwn },
        ...{ isBeside: false, isReported: false },
      }),
    "child.merged": (children, { data }) => {
      const child = children.get(data.childTraceId);
      if (child !== undefined) children.set(data.childTraceId, { ...child, merged: data });
    },
    "child.finished": (children, { data }) => {
      const child = children.get(data.childTraceId);
      if (child !== undefined) children.set(data.childTraceId, { ...child, finished: data });
    },
  };
}
