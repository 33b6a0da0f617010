import { focusGoal } from "../../goals/close-goal.ts";
import { childIds } from "../../goals/goal-tree.ts";
import type { AppliedGoalOperation } from "../../goals/goal.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { Plan, PlanStep } from "../../loop/plan/plan-state.ts";
import type { RunState } from "../../loop/run-state.ts";
import type { AskAction, HelperRun } from "../../loop/strategy.ts";
import { planPrompt } from "../../prompts/generated/plan.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { closeGoal } from "../../goals/close-goal.ts";
import { isOpen } from "../../goals/goal-tree.ts";
import { describeSteps, type PlanPosition, planPositions } from "./plan-steps.ts";
import { type PlannedStep, readAnyPlan, readPlan, readRevision } from "./read-steps.ts";

/** Asks for the plan of a run. Without a usable answer the plan has no steps, and the run continues without one. */
export function askForPlan(state: Readonly<RunState>, strategy: string): AskAction {
  const entries = (steps: readonly PlannedStep[], run: HelperRun): readonly EntryDraft[] => {
    const { operations, planned } = createSteps(state, steps, { run, first: 1 });
    const [first] = planned;
    return [
      planned.length === 0
        ? null
        : goalsChanged(state, [...operations, ...(first === undefined ? [] : focusNew(state, first.goalId))]),
      {
        ...{ kind: "event" as const, type: "plan.made" as const, goalId: state.goals.rootId },
        data: { planId: run.ids.next(), strategy, callId: run.callId, steps: [...planned] },
      },
    ].filter((entry) => entry !== null);
  };
  return {
    ...{ kind: "ask", purpose: "plan", question: planPrompt.make },
    read: (answer, run) => {
      const read = readPlan(answer);
      return read.ok ? { ok: true, entries: entries(read.value, run) } : read;
    },
    without: (_problem, run) => entries(readAnyPlan(run.answer), run),
  };
}

/** Asks for the rest of a plan in place of its open steps, after `failed`. Without a usable answer, the open steps stay as they are. */
export function askForRevision(
  state: Readonly<RunState>,
  plan: Plan,
  failed: {
    readonly number: number;
    readonly reason: string;
    /** False if the plan as a whole did not suffice. @default true */
    readonly isStep?: boolean;
  },
): AskAction {
  const values = { number: String(failed.number), reason: failed.reason };
  const isStep = failed.isStep ?? true;
  const question = fillPrompt(planPrompt.revise, {
    cause: isStep
      ? fillPrompt(planPrompt.stepFailed, values)
      : fillPrompt(planPrompt.insufficient, { reason: failed.reason }),
    steps: describeSteps(state, plan),
  });
  const superseded = isStep ? fillPrompt(planPrompt.superseded, values) : failed.reason;
  const positions = planPositions(state, plan);
  const isPending = ({ goal }: PlanPosition): boolean => isOpen(goal.status);
  const entries = (
    revision: { readonly reason: string; readonly steps: readonly PlannedStep[] } | null,
    run: HelperRun,
  ): readonly EntryDraft[] => {
    const closed = positions.filter((position) => revision === null || !isPending(position));
    const dropped = positions.filter((position) => revision !== null && isPending(position));
    const { operations, planned } = createSteps(state, revision?.steps ?? [], {
      ...{ run, first: plan.steps.length + 1 },
    });
    const abandoned = dropped.flatMap(({ goal }) =>
      closeGoal(state.goals, goal.id, { status: "abandoned", text: superseded }),
    );
    const changes = [...abandoned, ...operations];
    return [
      ...(changes.length === 0 ? [] : [goalsChanged(state, changes)]),
      {
        // Where the new steps begin, a reader sees that the plan was revised.
        ...{ kind: "event", type: "plan.revised", goalId: planned[0]?.goalId ?? state.goals.rootId },
        data: {
          ...{ planId: plan.planId, revision: plan.revision + 1, callId: run.callId },
          reason: revision === null || revision.reason === "" ? superseded : revision.reason,
          supersededGoalIds: dropped.map(({ goal }) => goal.id),
          steps: [...closed.map(({ step }) => step), ...planned],
        },
      },
    ];
  };
  return {
    ...{ kind: "ask", purpose: "replan", question },
    read: (answer, run) => {
      const read = readRevision(answer);
      return read.ok ? { ok: true, entries: entries(read.value, run) } : read;
    },
    without: (_problem, run) => entries(null, run),
  };
}

/** Returns the entry of changes to the plan that a strategy makes. */
export function goalsChanged(
  state: Readonly<RunState>,
  operations: readonly AppliedGoalOperation[],
): EntryDraft {
  return {
    ...{ kind: "event", type: "goals.changed", goalId: state.goals.focusId },
    data: { operations: [...operations], toolCallId: null },
  };
}

/** Goals for planned steps, behind the goals that the conversation has. */
function createSteps(
  { goals }: Readonly<RunState>,
  steps: readonly PlannedStep[],
  { run, first }: { readonly run: HelperRun; readonly first: number },
): { readonly operations: readonly AppliedGoalOperation[]; readonly planned: readonly PlanStep[] } {
  const before = childIds(goals, goals.rootId).length;
  const planned = steps.map((step, index) => ({
    ...{ stepId: `S${first + index}`, goalId: run.ids.next(), title: step.title },
    ...{ reason: step.reason ?? null, dependsOn: [], tool: null, arguments: null },
  }));
  return {
    planned,
    operations: planned.map(({ goalId, title, reason }, index) => ({
      ...{ op: "created", goalId, parentId: goals.rootId, index: before + index, title, reason },
      ...{ acceptance: [...(steps[index]?.acceptance ?? [])], dependsOn: [] },
    })),
  };
}

/** A goal that this commit creates gets the focus. */
function focusNew({ goals }: Readonly<RunState>, goalId: string): readonly AppliedGoalOperation[] {
  return focusGoal(goals, goalId);
}
