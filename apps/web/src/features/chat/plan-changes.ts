import { numberGoals } from "@goaltrace/core/goals";
import type { AppliedGoalOperation, GoalTree } from "@goaltrace/core/goals";
import { GOAL_TOOL } from "@goaltrace/core/log";
import type { CallStatus, PlanChange, PlanChanges, ToolRow, TurnItem } from "./chat-turn.ts";

/** Returns what operations did to the plan, with the numbers that the goals have in the changed plan. */
export function planChanges(operations: readonly AppliedGoalOperation[], goals: GoalTree): PlanChanges {
  const numbers = numberGoals(goals);
  return operations.flatMap((operation): PlanChanges => {
    if (operation.op === "created") return [{ kind: "planned", titles: [operation.title] }];
    if (operation.op !== "status" || operation.goalId === goals.rootId) return [];
    const { status, goalId } = operation;
    if (status !== "completed" && status !== "failed" && status !== "abandoned") return [];
    const text = (operation.summary ?? operation.reason ?? "").trim();
    const title = goals.goals.get(goalId)?.title ?? "";
    return [{ kind: "ended", number: numbers.get(goalId) ?? null, title, status, text }];
  });
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
  if (changes.length === 0) return items;
  const last = items.findLastIndex(
    (item) => item.kind !== "tools" || item.rows.some((row) => !isPlanRow(row)),
  );
  const before = items[last];
  if (before?.kind !== "plan")
    return [...items, { kind: "plan", key: id, sequence, changes: changes.reduce(addChange, []) }];
  return items.with(last, { ...before, changes: changes.reduce(addChange, before.changes) });
}

/** Goals that were planned one after the other share one sentence. */
function addChange(changes: PlanChanges, change: PlanChange): PlanChanges {
  const last = changes.at(-1);
  if (change.kind !== "planned" || last?.kind !== "planned") return [...changes, change];
  return changes.with(-1, { kind: "planned", titles: [...last.titles, ...change.titles] });
}

/** The statuses of a call that did not go wrong. */
const QUIET: ReadonlySet<CallStatus> = new Set(["waiting", "running", "ok"]);

/** Whether a row is a call that changes the plan, which the line of the change represents. One that went wrong has no such line. */
export function isPlanRow(row: Pick<ToolRow, "name" | "status">): boolean {
  return row.name === GOAL_TOOL && QUIET.has(row.status);
}
