import { numberGoals } from "@goaltrace/core/goals";
import type { AppliedGoalOperation, GoalTree } from "@goaltrace/core/goals";
import { GOAL_TOOL } from "@goaltrace/core/log";
import type { CallStatus, PlanChanges, ToolRow, TurnItem } from "./chat-turn.ts";

/** Returns what operations did to the plan, with the numbers that the goals have in the changed plan. */
export function planChanges(operations: readonly AppliedGoalOperation[], goals: GoalTree): PlanChanges {
  const numbers = numberGoals(goals);
  return {
    planned: operations.flatMap((operation) => (operation.op === "created" ? [operation.title] : [])),
    ended: operations.flatMap((operation) => {
      if (operation.op !== "status" || operation.goalId === goals.rootId) return [];
      const { status, goalId } = operation;
      if (status !== "completed" && status !== "failed" && status !== "abandoned") return [];
      const text = (operation.summary ?? operation.reason ?? "").trim();
      const title = goals.goals.get(goalId)?.title ?? "";
      return [{ number: numbers.get(goalId) ?? null, title, status, text }];
    }),
  };
}

/** Returns the items with changes of the plan. Changes without an answer or another call between them share one line. */
export function addPlanChanges(
  items: readonly TurnItem[],
  {
    id,
    sequence,
    changes,
  }: { readonly id: string; readonly sequence: number; readonly changes: PlanChanges },
): readonly TurnItem[] {
  if (changes.planned.length === 0 && changes.ended.length === 0) return items;
  const last = items.findLastIndex(
    (item) => item.kind !== "tools" || item.rows.some((row) => !isPlanRow(row)),
  );
  const before = items[last];
  if (before?.kind !== "plan") return [...items, { kind: "plan", key: id, sequence, changes }];
  const joined: PlanChanges = {
    planned: [...before.changes.planned, ...changes.planned],
    ended: [...before.changes.ended, ...changes.ended],
  };
  return items.with(last, { ...before, changes: joined });
}

/** The statuses of a call that did not go wrong. */
const QUIET: ReadonlySet<CallStatus> = new Set(["waiting", "running", "ok"]);

/** Whether a row is a call that changes the plan, which the line of the change represents. One that went wrong has no such line. */
export function isPlanRow(row: Pick<ToolRow, "name" | "status">): boolean {
  return row.name === GOAL_TOOL && QUIET.has(row.status);
}
