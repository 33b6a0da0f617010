import { focusGoal } from "../../goals/close-goal.ts";
import type { Plan } from "../../loop/plan/plan-state.ts";
import type { RunState } from "../../loop/run-state.ts";
import type { StrategyAction } from "../../loop/strategy.ts";
import { planPrompt } from "../../prompts/generated/plan.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { contentFilterFailure } from "../content-filter-failure.ts";
import { repeatedItself } from "../continue-run.ts";
import { closeStep } from "./check-step.ts";
import { endOfStep } from "./end-of-step.ts";
import { learnFrom } from "./learn.ts";
import { askForRevision, goalsChanged } from "./make-plan.ts";
import { currentStep, describeSteps, isAtStep, type PlanPosition, planPositions } from "./plan-steps.ts";

/** Returns the next action of a run that has a plan with steps. */
export function workOnPlan(
  state: Readonly<RunState>,
  plan: Plan,
  { maxReplans }: { readonly maxReplans: number },
): StrategyAction {
  const [failure] = state.planning.failures;
  if (failure !== undefined && !state.stopped) return learnFrom(failure);
  const failed = newlyFailed(state, plan);
  if (failed !== null && plan.revision < maxReplans)
    return askForRevision(state, plan, {
      number: failed.number,
      reason: failed.goal.summary ?? failed.goal.title,
    });
  const current = currentStep(state, plan);
  return current === null ? answer(state, plan) : workOnStep(state, current);
}

function workOnStep(state: Readonly<RunState>, current: PlanPosition): StrategyAction {
  if (!isAtStep(state, current))
    return {
      kind: "record",
      entries: () => [goalsChanged(state, focusGoal(state.goals, current.goal.id))],
    };
  const end = endOfStep(state, current);
  const closing = end === null ? null : closeStep(state, current, end);
  if (closing !== null && closing.kind !== "continue") return closing;
  if (state.lastAssistant?.finishReason === "content_filter" && !repeatedItself(state))
    return { kind: "finish", status: "failed", failure: contentFilterFailure };
  return {
    kind: "call_model",
    purpose: "step",
    withTools: true,
    note: stepNote(current, closing?.missing ?? null),
  };
}

/** The step that failed since the plan was made or revised last; null if none did. */
function newlyFailed(state: Readonly<RunState>, plan: Plan): PlanPosition | null {
  if (state.planning.failedStepAt === null) return null;
  return planPositions(state, plan).findLast(({ goal }) => goal.status === "failed") ?? null;
}

function stepNote({ number, goal }: PlanPosition, missing: string | null): string {
  const criteria = goal.acceptance.join("; ");
  return [
    fillPrompt(planPrompt.step, { number: String(number), title: goal.title }),
    ...(criteria === "" ? [] : [fillPrompt(planPrompt.acceptance, { criteria })]),
    ...(missing === null ? [] : [missing]),
  ].join("\n");
}

/** The last call, which answers from the steps, or the end after it. */
function answer(state: Readonly<RunState>, plan: Plan): StrategyAction {
  const { planning, goals } = state;
  if (planning.finalAnswer !== null) return { kind: "finish", status: "completed", failure: null };
  if (goals.focusId !== goals.rootId)
    return { kind: "record", entries: () => [goalsChanged(state, focusGoal(goals, goals.rootId))] };
  const note = fillPrompt(planPrompt.answer, { steps: describeSteps(state, plan) });
  return { kind: "call_model", purpose: "final", withTools: false, note };
}
