import { closeGoal } from "../goals/close-goal.ts";
import { isOpen } from "../goals/goal-tree.ts";
import type { AppliedGoalOperation } from "../goals/goal.ts";
import { oneLine } from "../log/describe.ts";
import type { Plan } from "../loop/plan/plan-state.ts";
import { plannedCallId } from "../loop/plan/planned-calls.ts";
import type { RunState } from "../loop/run-state.ts";
import type { Strategy, StrategyAction } from "../loop/strategy.ts";
import { clusterPrompt } from "../prompts/generated/cluster.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { askForCluster } from "./cluster/plan-cluster.ts";
import { askForSolution } from "./cluster/solve.ts";
import { dueAction, endWith, stopFailure } from "./continue-run.ts";
import { askForRevision, goalsChanged } from "./plan/make-plan.ts";
import { currentStep, type PlanPosition, planPositions } from "./plan/plan-steps.ts";
import { workOnPlan } from "./plan/work-on-plan.ts";
import { react } from "./react.ts";
import { MAX_REPLANS, STEP_RESULT_CHARACTERS } from "./tunables.ts";

/**
 * Reasoning without observation (Xu et al. 2023): one helper call plans a graph of tool calls, which run side by side as far as they do not need
 * each other; a second one answers from their results. If those do not suffice, the rest is planned and executed in steps.
 */
export function createRewoo({ maxReplans = MAX_REPLANS }: { readonly maxReplans?: number } = {}): Strategy {
  return {
    name: "rewoo",
    // The calls of the graph are planned, so only the steps after it can be a loop.
    canReplan: ({ planning, ...state }) =>
      planning.plan !== null &&
      planning.plan.revision > 0 &&
      currentStep({ planning, ...state }, planning.plan) !== null,
    next: (state) => nextOfCluster(state, maxReplans),
  };
}

function nextOfCluster(state: Readonly<RunState>, maxReplans: number): StrategyAction {
  const due = dueAction(state);
  if (due !== null) return due;
  const { plan } = state.planning;
  const stopped = stopFailure(state);
  const replans = state.stopped && plan !== null && plan.revision > 0 && currentStep(state, plan) !== null;
  if (stopped !== null && !replans) return endWith(state, stopped);
  if (plan === null) return askForCluster(state, "rewoo");
  if (plan.steps.length === 0) return react.next(state);
  return plan.revision > 0 ? workOnPlan(state, plan, { maxReplans }) : runCluster(state, plan, maxReplans);
}

function runCluster(state: Readonly<RunState>, plan: Plan, maxReplans: number): StrategyAction {
  const positions = planPositions(state, plan);
  const changes = [...endedGoals(state, plan, positions), ...startedGoals(state, positions)];
  if (changes.length > 0) return { kind: "record", entries: () => [goalsChanged(state, changes)] };
  const ready = positions.filter(
    ({ step, goal }) => goal.status === "in_progress" && !state.callIds.has(plannedCallId(plan, step)),
  );
  if (ready.length > 0)
    return {
      ...{ kind: "start_calls", callId: plan.callId ?? plan.planId },
      calls: ready.map(({ step }) => ({
        ...{ id: plannedCallId(plan, step), tool: step.tool ?? "", arguments: step.arguments ?? "{}" },
      })),
    };
  const check = state.planning.checks.get(state.goals.rootId);
  if (check === undefined) return askForSolution(state, plan);
  if (check.verdict === "verified") return { kind: "finish", status: "completed", failure: null };
  if (maxReplans === 0) return workOnPlan(state, plan, { maxReplans });
  const reason = fillPrompt(clusterPrompt.insufficient, { missing: check.missing.join("; ") });
  return askForRevision(state, plan, { number: plan.steps.length, reason, isStep: false });
}

/** Closes the goals of calls that have results, and of calls that can no longer run. */
function endedGoals(
  { planning, goals }: Readonly<RunState>,
  plan: Plan,
  positions: readonly PlanPosition[],
): readonly AppliedGoalOperation[] {
  return positions.flatMap(({ step, goal }) => {
    if (!isOpen(goal.status)) return [];
    const result = planning.results.get(plannedCallId(plan, step));
    if (result !== undefined) {
      const { outcome, output, sequence } = result;
      return outcome === "ok"
        ? closeGoal(goals, goal.id, {
            ...{ status: "completed", text: output.slice(0, STEP_RESULT_CHARACTERS), evidence: [sequence] },
          })
        : closeGoal(goals, goal.id, { status: "failed", text: oneLine(output) });
    }
    const failed = positions.filter(
      (other) => step.dependsOn.includes(other.step.stepId) && other.goal.status === "failed",
    );
    if (failed.length === 0) return [];
    const names = failed.map((other) => other.step.stepId).join(", ");
    return closeGoal(goals, goal.id, {
      ...{ status: "failed", text: fillPrompt(clusterPrompt.needs, { names }) },
    });
  });
}

/** Puts the goals of calls to work whose results to use are all there. */
function startedGoals(
  { goals }: Readonly<RunState>,
  positions: readonly PlanPosition[],
): readonly AppliedGoalOperation[] {
  const done = new Set(
    positions.flatMap(({ step, goal }) => (goal.status === "completed" ? [step.stepId] : [])),
  );
  return positions.flatMap(({ step, goal }) =>
    goals.goals.get(goal.id)?.status === "pending" && step.dependsOn.every((id) => done.has(id))
      ? [
          {
            ...{ op: "status" as const, goalId: goal.id, status: "in_progress" as const, summary: null },
            ...{ reason: null, evidence: [], verified: null },
          },
        ]
      : [],
  );
}
