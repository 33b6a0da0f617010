import { applyGoalOperation, type GoalTree } from "@goaltrace/core/goals";
import type { Entry } from "@goaltrace/core/log";

/** Folds an entry into the plan, and returns one line per goal that is new or has ended. */
export function followGoals(
  goals: GoalTree,
  entry: Entry,
): { readonly goals: GoalTree; readonly lines: readonly string[] } {
  if (entry.kind !== "event" || entry.type !== "goals.changed") return { goals, lines: [] };
  let tree = goals;
  const lines: string[] = [];
  for (const operation of entry.data.operations) {
    tree = applyGoalOperation(tree, operation);
    if (operation.op === "created") lines.push(`  ○ ${operation.title}`);
    if (operation.op !== "status") continue;
    const mark = ENDS[operation.status];
    const title = tree.goals.get(operation.goalId)?.title;
    const remark = operation.summary ?? operation.reason;
    if (mark !== undefined && title !== undefined)
      lines.push(`  ${mark} ${title}${remark === null ? "" : `: ${remark}`}`);
  }
  return { goals: tree, lines };
}

const ENDS: Readonly<Record<string, string>> = { completed: "✓", failed: "✗", abandoned: "–" };

/** Returns how far the plan is, such as `2 of 5 goals · Read the sources`; empty without goals. */
export function goalProgress({ goals, rootId, focusId }: GoalTree): string {
  const all = [...goals.values()].filter(({ id, status }) => id !== rootId && status !== "abandoned");
  if (all.length === 0) return "";
  const done = all.filter(({ status }) => status === "completed").length;
  const focus = focusId === rootId ? "" : (goals.get(focusId)?.title ?? "");
  return `${done} of ${all.length} goals${focus === "" ? "" : ` · ${focus}`}`;
}
