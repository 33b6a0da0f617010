import { z } from "zod";
import { isOpen } from "../goals/goal-tree.ts";
import type { EntryDraft } from "../log/entry.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { RunState } from "../loop/run-state.ts";
import type { AskAction, Strategy, StrategyAction, StrategyRun } from "../loop/strategy.ts";
import { routePrompt } from "../prompts/generated/route.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { dueAction } from "./continue-run.ts";
import { readJsonAnswer } from "../read-json-answer.ts";
import { createPlanExecute } from "./plan-execute.ts";
import { react } from "./react.ts";
import { routeByRule } from "./router/route-by-rule.ts";

type Decision = RunEventPayloads["route.decided"];

const planExecute = createPlanExecute();

/**
 * Routes each message first: to an answer without tools, to `react`, or to `plan-execute`. The agent's own route holds, else rules decide; only
 * where they leave it open, a helper call does. Without a usable answer the route is `SIMPLE_TOOL`.
 */
export const auto: Strategy = {
  name: "auto",
  canReplan: (state) =>
    state.planning.route?.route === "PLAN_REQUIRED" && planExecute.canReplan?.(state) === true,
  next: (state, run) => {
    const { route } = state.planning;
    if (route === null) return dueAction(state) ?? decide(state, run);
    switch (route.route) {
      case "DIRECT":
        return withoutTools(react.next(state));
      case "SIMPLE_TOOL":
        return react.next(state);
      case "PLAN_REQUIRED":
        return planExecute.next(state, run);
    }
  },
};

function withoutTools(action: StrategyAction): StrategyAction {
  return action.kind === "call_model" ? { ...action, withTools: false } : action;
}

function decide(state: Readonly<RunState>, { tools, agent }: StrategyRun): StrategyAction {
  if (agent.route !== undefined)
    return decided({
      route: agent.route,
      by: "agent",
      reason: "The agent works this way.",
      callId: null,
      cost: 0,
    });
  const ruled = routeByRule({
    ...state.planning.task,
    ...{ openGoals: openGoals(state), tools: tools.tools.length },
  });
  return ruled === null ? askForRoute(state) : decided({ ...ruled, by: "rule", callId: null, cost: 0 });
}

function decided(decision: Decision): StrategyAction {
  return { kind: "record", entries: () => [entryOf(decision)] };
}

function entryOf(data: Decision): EntryDraft {
  return { kind: "event", type: "route.decided", goalId: "root", data };
}

const routeSchema = z.strictObject({
  route: z.enum(["DIRECT", "SIMPLE_TOOL", "PLAN_REQUIRED"]),
  reason: z.string().max(1_000),
});

function askForRoute(state: Readonly<RunState>): AskAction {
  return {
    ...{ kind: "ask", purpose: "route" },
    question: fillPrompt(routePrompt.ask, {
      goals: String(openGoals(state)),
      lessons: String(state.planning.lessons.length),
    }),
    read: (answer, { callId, cost }) => {
      const read = readJsonAnswer(answer, routeSchema);
      if (!read.ok) return read;
      return { ok: true, entries: [entryOf({ ...read.value, by: "model", callId, cost })] };
    },
    without: (problem, { callId, cost }) => [
      entryOf({
        route: "SIMPLE_TOOL",
        by: "rule",
        reason: `The model gave no route: ${problem}`,
        callId,
        cost,
      }),
    ],
  };
}

/** The goals of the conversation that still need work, besides the task itself. */
function openGoals({ goals }: Readonly<RunState>): number {
  return [...goals.goals.values()].filter(({ id, status }) => id !== goals.rootId && isOpen(status)).length;
}
