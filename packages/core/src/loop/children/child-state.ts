import type { RunEventPayloads } from "../../log/run-event.ts";
import type { EventHandlers } from "../../log/events/event-handlers.ts";

/** A sub-agent that the conversation started. `finished` is null while it works or waits. `isOwn` is false for those of earlier turns. */
export type KnownChild = {
  readonly spawned: RunEventPayloads["child.spawned"];
  readonly finished: RunEventPayloads["child.finished"] | null;
  readonly isOwn: boolean;
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

/** Returns the own children that have not ended. */
export function unfinishedChildren(children: Children): readonly KnownChild[] {
  return [...children.values()].filter(({ finished, isOwn }) => isOwn && finished === null);
}

/** Folds the children of a run and of the turns before it. */
export function childHandlers(isOwn: boolean): EventHandlers<Children, void> {
  return {
    "child.spawned": (children, { data }) =>
      void children.set(data.childTraceId, { spawned: data, finished: null, isOwn }),
    "child.finished": (children, { data }) => {
      const child = children.get(data.childTraceId);
      if (child !== undefined) children.set(data.childTraceId, { ...child, finished: data });
    },
  };
}
