import type { Plan, PlanStep } from "./plan-state.ts";

/** Returns the id of the tool call of a planned step. Valid for every provider: at most 40 characters. */
export function plannedCallId(plan: Pick<Plan, "planId">, step: Pick<PlanStep, "stepId">): string {
  return `${plan.planId.replaceAll(/[^a-zA-Z0-9]/gu, "").slice(0, 32)}_${step.stepId}`;
}

/** Returns the planned step whose call this is; undefined for a call of the model. */
export function stepOfCall(plan: Plan | null, toolCallId: string): PlanStep | undefined {
  return plan?.steps.find((step) => step.tool !== null && plannedCallId(plan, step) === toolCallId);
}
