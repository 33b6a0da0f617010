import { isWithin } from "../../goals/close-goal.ts";
import type { Goal } from "../../goals/goal.ts";
import { isOpen } from "../../goals/goal-tree.ts";
import type { Plan, PlanStep } from "../../loop/plan/plan-state.ts";
import type { RunState } from "../../loop/run-state.ts";
import { planPrompt } from "../../prompts/generated/plan.ts";
import { fillPrompt } from "../../prompts/parse.ts";

/** A step of the plan with its goal; `number` counts from 1. */
export type PlanPosition = { readonly number: number; readonly step: PlanStep; readonly goal: Goal };

/** Returns the steps of a plan whose goals exist, in order. */
export function planPositions(state: Readonly<RunState>, plan: Plan): readonly PlanPosition[] {
  return plan.steps.flatMap((step, index) => {
    const goal = state.goals.goals.get(step.goalId);
    return goal === undefined ? [] : [{ number: index + 1, step, goal }];
  });
}

/** Returns the first step that is still open; null when all have ended. */
export function currentStep(state: Readonly<RunState>, plan: Plan): PlanPosition | null {
  return planPositions(state, plan).find(({ goal }) => isOpen(goal.status)) ?? null;
}

/** Returns what came of the steps that have ended, one line each, failed ones as such. */
export function describeSteps(state: Readonly<RunState>, plan: Plan): string {
  const lines = planPositions(state, plan).flatMap(({ number, goal }) => {
    const values = { number: String(number) };
    if (goal.status === "failed")
      return [fillPrompt(planPrompt.failed, { ...values, reason: goal.summary ?? goal.title })];
    if (goal.status !== "completed") return [];
    const isUnverified = goal.verified === false;
    const result = `${goal.title}: ${goal.summary ?? ""}`.trim();
    return [
      fillPrompt(planPrompt.done, { ...values, result }) + (isUnverified ? ` ${planPrompt.unverified}` : ""),
    ];
  });
  return lines.length === 0 ? "-" : lines.join("\n");
}

/** Returns true if the goal in focus is the step or below it. */
export function isAtStep(state: Readonly<RunState>, { goal }: PlanPosition): boolean {
  return isWithin(state.goals, state.goals.focusId, goal.id);
}
