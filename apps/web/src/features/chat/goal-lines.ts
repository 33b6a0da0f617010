import { childIds, numberGoals } from "@goaltrace/core/goals";
import type { GoalTree } from "@goaltrace/core/goals";
import { isTerminal } from "@goaltrace/core/log";
import type { TraceStatus } from "@goaltrace/core/log";
import { goalStatus } from "../../ui/goal-status.ts";
import type { StatusName } from "../../ui/status.ts";

/** One goal, shown as a line of the plan. Abandoned goals have no number. */
export type GoalLine = {
  readonly id: string;
  readonly depth: number;
  readonly number: string | null;
  readonly title: string;
  readonly status: StatusName;
  /** The summary of the goal, or the reason it was abandoned; null without either. */
  readonly outcome: string | null;
  readonly focused: boolean;
  /** Whether its evidence was confirmed; null while it was not checked. */
  readonly verified: boolean | null;
  /** Whether the goal itself was completed, regardless of how its run ended. */
  readonly done: boolean;
};

/** Returns the goals in plan order, without the root, which is the conversation itself. Abandoned goals keep their place. */
export function goalLines(tree: GoalTree, run: TraceStatus): readonly GoalLine[] {
  const numbers = numberGoals(tree);
  const lines: GoalLine[] = [];
  const stack = [...childIds(tree, tree.rootId)].reverse().map((id) => ({ id, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { id, depth } = next;
    const goal = tree.goals.get(id);
    if (goal === undefined) continue;
    lines.push({
      id,
      depth,
      number: numbers.get(id) ?? null,
      title: goal.title,
      status: goalStatus(goal, { status: run, focusId: tree.focusId, rootId: tree.rootId }),
      outcome: goal.status === "abandoned" ? goal.abandonReason : goal.summary,
      focused: id === tree.focusId && !isTerminal(run),
      verified: goal.verified,
      done: goal.status === "completed",
    });
    for (const child of [...childIds(tree, id)].reverse()) stack.push({ id: child, depth: depth + 1 });
  }
  return lines;
}

/** Counts the done goals and all goals, without abandoned ones. The trace uses the same counts. */
export function countDone(lines: readonly GoalLine[]): { readonly done: number; readonly all: number } {
  const counted = lines.filter((line) => line.number !== null);
  return {
    done: counted.filter((line) => line.done).length,
    all: counted.length,
  };
}
