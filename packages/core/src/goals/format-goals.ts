import { childGoals } from "./goal-tree.ts";
import type { Goal, GoalStatus, GoalTree } from "./goal.ts";
import { numberGoals } from "./number-goals.ts";

const MARKS: Readonly<Record<GoalStatus, string>> = {
  pending: "○",
  in_progress: "▸",
  completed: "✓",
  failed: "✗",
  abandoned: "–",
};

type PendingLine = { readonly goal: Goal; readonly indent: string; readonly isLast: boolean };

/**
 * Returns the plan as text for a terminal: the task, then one line per goal with its status (`○` pending, `▸` in progress, `✓` completed,
 * `✗` failed, `–` abandoned), its number, its title, and its summary or the reason it was abandoned. Abandoned goals have no number. Safe
 * at any depth.
 */
export function formatGoals(tree: GoalTree): string {
  const numbers = numberGoals(tree);
  const lines = [tree.goals.get(tree.rootId)?.title ?? ""];
  const pending: PendingLine[] = [];
  const pushChildren = (parentId: string, indent: string): void => {
    for (const [position, goal] of childGoals(tree, parentId).toReversed().entries())
      pending.push({ goal, indent, isLast: position === 0 });
  };
  pushChildren(tree.rootId, "");
  for (let line = pending.pop(); line !== undefined; line = pending.pop()) {
    const { goal, indent, isLast } = line;
    lines.push(`${indent}${isLast ? "└─" : "├─"} ${goalText(goal, numbers.get(goal.id))}`);
    pushChildren(goal.id, `${indent}${isLast ? "   " : "│  "}`);
  }
  return lines.join("\n");
}

function goalText({ status, title, summary, abandonReason }: Goal, number: string | undefined): string {
  const remark = summary ?? abandonReason;
  return [
    MARKS[status],
    ...(number === undefined ? [] : [number]),
    remark === null ? title : `${title}: ${remark}`,
  ].join(" ");
}
