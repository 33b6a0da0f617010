import { GoaltraceError } from "../../errors.ts";
import { CallSuspended, type ChildAgents, type ChildReport } from "../../ports/child-agents.ts";
import { subAgentsPrompt } from "../../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { childActivity } from "./child-activity.ts";
import { childrenLeft } from "./child-limits.ts";
import { besideChildren, findChild, type KnownChild, reportOfEnd } from "./child-state.ts";
import { summaryOf } from "./child-summary.ts";
import { startChild } from "./run-child.ts";
import { spawnChild } from "./spawn-child.ts";

/** The word by which an agent addresses the one that started it. */
const PARENT = "parent";

/** Creates the sub-agents of one running call. Children execute beside the run; a call that waits for them is held until they have ended. */
export function createChildAgents(context: RunContext, open: OpenCall): ChildAgents {
  const { state, childWork, family, trace } = context;
  const callId = open.call.id;
  const known = (childTraceId: string): KnownChild | undefined => state.children.get(childTraceId);
  const reportOf = (childTraceId: string): ChildReport | null => endReport(known(childTraceId));
  const hasMessage = (): boolean => state.steering.size > 0;
  /** Holds the call until the condition is true. A call may wait for several things; all of them must be true then. */
  const hold = (isOver: () => boolean): CallSuspended => {
    const before = childWork.heldCalls.get(callId);
    childWork.heldCalls.set(callId, () => isOver() && before?.() !== false);
    return new CallSuspended();
  };
  const start = async (request: Parameters<ChildAgents["run"]>[0]): Promise<KnownChild> => {
    const found = findChild(state.children, callId, request.position);
    const spawned = found?.spawned ?? (await spawnChild(context, open, request));
    const child = known(spawned.childTraceId);
    if (child === undefined) throw new Error(`the run ${trace.id} did not record its child`);
    if (child.finished === null) startChild(context, spawned);
    return child;
  };
  const ownChild = (childTraceId: string): KnownChild => {
    const child = known(childTraceId);
    if (child?.isOwn !== true) throw unknownAgent(childTraceId, context);
    return child;
  };
  return {
    run: async (request) => {
      const { spawned } = await start(request);
      const report = reportOf(spawned.childTraceId);
      if (report !== null) return report;
      throw hold(() => reportOf(spawned.childTraceId) !== null);
    },
    hand: async (request) => {
      const { spawned } = await start(request);
      const report = reportOf(spawned.childTraceId);
      const child = summaryOf(known(spawned.childTraceId) ?? { spawned, finished: null });
      if (spawned.background) return { kind: "working", child, because: "background" };
      if (report !== null) return { kind: "ended", report };
      if (hasMessage()) return { kind: "working", child, because: "message" };
      throw hold(() => reportOf(spawned.childTraceId) !== null || hasMessage());
    },
    wait: async (given, mode) => {
      const children = given?.map(ownChild) ?? besideChildren(state.children);
      const childTraceIds = children.map(({ spawned }) => spawned.childTraceId);
      const isOver = (): boolean => {
        const ended = childTraceIds.filter((id) => reportOf(id) !== null).length;
        return ended === childTraceIds.length || (mode === "any" && ended > 0) || hasMessage();
      };
      if (!isOver()) throw await Promise.resolve(hold(isOver));
      const ended = childTraceIds.flatMap((id) => reportOf(id) ?? []);
      const working = children.filter(({ finished }) => finished === null).map(summaryOf);
      return { ended, working, isInterrupted: working.length > 0 && (mode === "all" || ended.length === 0) };
    },
    message: async (to, text) => {
      const toTraceId = to === PARENT ? parentOf(context) : ownChild(to).spawned.childTraceId;
      if (to !== PARENT && reportOf(to) !== null) throw hasEnded(to);
      await family.send(toTraceId, {
        ...{ id: `agent_message:${trace.id}:${callId}`, kind: "agent_message" },
        payload: { traceId: trace.id, text },
      });
    },
    cancel: async (childTraceId, reason) => {
      ownChild(childTraceId);
      const report = reportOf(childTraceId);
      if (report !== null) return report;
      const because =
        reason === null
          ? subAgentsPrompt.canceledByParent
          : fillPrompt(subAgentsPrompt.canceledBecause, { reason });
      await family.send(childTraceId, {
        ...{ id: `cancel:${childTraceId}`, kind: "cancel", payload: { reason: because } },
      });
      throw hold(() => reportOf(childTraceId) !== null);
    },
    activity: async () => await childActivity(context),
    left: async () => childrenLeft({ depth: context.depth, started: await family.size() }),
    list: () => [...state.children.values()].map(summaryOf),
  };
}

function endReport(child: KnownChild | undefined): ChildReport | null {
  return child?.finished == null ? null : reportOfEnd(child, child.finished);
}

function parentOf({ trace }: RunContext): string {
  if (trace.parentId !== null) return trace.parentId;
  throw new GoaltraceError({
    code: "NOT_FOUND",
    message: "No agent started you: you work for a person.",
    fix: "Answer the person in your message, or send the message to one of your agents.",
  });
}

function unknownAgent(id: string, { state }: RunContext): GoaltraceError {
  const ids = [...state.children.values()].flatMap(({ spawned, isOwn }) =>
    isOwn ? spawned.childTraceId : [],
  );
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `You have started no agent "${id}" in this turn.`,
    fix: ids.length === 0 ? "Start one with task first." : `Your agents: ${ids.join(", ")}.`,
  });
}

function hasEnded(id: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `The agent ${id} has ended, so it reads no messages.`,
    fix: `Continue its thread with task and continue="${id}".`,
  });
}
