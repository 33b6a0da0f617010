import type { RunState } from "../loop/run-state.ts";
import type { Strategy, StrategyAction } from "../loop/strategy.ts";
import { dueAction, endWith, stopFailure } from "./continue-run.ts";
import { askForPlan } from "./plan/make-plan.ts";
import { currentStep } from "./plan/plan-steps.ts";
import { workOnPlan } from "./plan/work-on-plan.ts";
import { react } from "./react.ts";
import { MAX_REPLANS } from "./tunables.ts";

/**
 * Plan and execute (Wang et al. 2023, with reflexion and a replanner): a helper call plans the steps, which become goals; the loop works on one
 * after the other; a step that fails has the rest of the plan revised, at most `maxReplans` times (default 2); a last call answers from what
 * came of the steps, failed ones named.
 */
export function createPlanExecute({
  maxReplans = MAX_REPLANS,
}: { readonly maxReplans?: number } = {}): Strategy {
  return {
    name: "plan-execute",
    canReplan: (state) => state.planning.plan !== null && currentStep(state, state.planning.plan) !== null,
    next: (state) => nextOfPlan(state, { name: "plan-execute", maxReplans }),
  };
}

/** Returns the next action of a run that works on a plan, and asks for the plan first. */
function nextOfPlan(
  state: Readonly<RunState>,
  options: { readonly name: string; readonly maxReplans: number },
): StrategyAction {
  const due = dueAction(state);
  if (due !== null) return due;
  const { plan } = state.planning;
  const stopped = stopFailure(state);
  const replans = state.stopped && plan !== null && currentStep(state, plan) !== null;
  if (stopped !== null && !replans) return endWith(state, stopped);
  if (plan === null) return askForPlan(state, options.name);
  if (plan.steps.length === 0) return react.next(state);
  return workOnPlan(state, plan, options);
}
