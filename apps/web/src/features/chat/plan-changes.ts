import { numberGoals } from "@goaltrace/core/goals";
import type { AppliedGoalOperation, GoalTree } from "@goaltrace/core/goals";
import { GOAL_TOOL } from "@goaltrace/core/log";
import type { EventOf } from "@goaltrace/core/log";
import type { CallStatus, PlanChange, PlanChanges, ToolRow, TurnItem } from "./chat-turn.ts";

/** Returns the changes that operations made to the plan, with the numbers of the goals in the changed plan. `sequence` is their entry. */
export function planChanges(
  operations: readonly AppliedGoalOperation[],
  goals: GoalTree,
  sequence: number,
): PlanChanges {
  const numbers = numberGoals(goals);
  return operations.flatMap((operation): PlanChanges => {
    if (operation.op === "created") return [{ kind: "planned", sequence, titles: [operation.title] }];
    if (operation.op !== "status" || operation.goalId === goals.rootId) return [];
    const { status, goalId } = operation;
    if (status !== "completed" && status !== "failed" && status !== "abandoned") return [];
    const text = (operation.summary ?? operation.reason ?? "").trim();
    const title = goals.goals.get(goalId)?.title ?? "";
    const verified = status === "completed" ? (operation.verified ?? null) : null;
    return [{ kind: "ended", sequence, number: numbers.get(goalId) ?? null, title, status, text, verified }];
  });
}

/**
 * Returns the part of a check that the plan does not show: that a goal, or the run (number null), is not done yet. The end of a goal shows that it is
 * verified, and the rows of sub-agents show what rules found.
 */
export function checkChanges({ data, sequence }: EventOf<"claim.checked">, goals: GoalTree): PlanChanges {
  const { verdict, by, goalId, missing } = data;
  if (verdict !== "not_done" || by === "rule") return [];
  const number = numberGoals(goals).get(goalId) ?? null;
  return [{ kind: "missing", sequence, number, text: missing.join("; ") }];
}

/** Returns the outcome of a review of the answer. `text` is its first finding that has to be fixed, or why it did not take place. */
export function reviewChanges({ data, sequence }: EventOf<"critique.made">): PlanChanges {
  const { round, findings, verdict } = data;
  const absent = findings.find(({ angle }) => angle === "review");
  if (absent !== undefined)
    return [{ kind: "reviewed", sequence, round, outcome: "absent", count: 0, text: absent.text }];
  const blocking = findings.filter((finding) => finding.blocking);
  const text = blocking.map((finding) => finding.text).join("; ");
  return [{ kind: "reviewed", sequence, round, outcome: verdict, count: blocking.length, text }];
}

/** Returns the items with changes to the plan. Changes without an answer or another call between them share one item. */
export function addPlanChanges(
  items: readonly TurnItem[],
  id: string,
  changes: PlanChanges,
): readonly TurnItem[] {
  const sequence = changes[0]?.sequence;
  if (sequence === undefined) return items;
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
  return changes.with(-1, { ...last, titles: [...last.titles, ...change.titles] });
}

/** The statuses of a call that did not go wrong. */
const QUIET: ReadonlySet<CallStatus> = new Set(["waiting", "running", "ok"]);

/** Whether a row is a call that changes the plan, which the line of the change represents. One that went wrong has no such line. */
export function isPlanRow(row: Pick<ToolRow, "name" | "status">): boolean {
  return row.name === GOAL_TOOL && QUIET.has(row.status);
}
