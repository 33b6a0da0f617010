import type { GoalNote } from "../context/goal-notes.ts";
import type { GoalTree } from "../goals/goal.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { goalLine } from "./attachments.ts";

/**
 * Returns one line for each closed goal, the last one first: the goal as in the plan, or only its number if `shown` has that line already, then what
 * was decided, what failed, and the facts of its work. Goals without a number or a note are left out.
 */
export function goalNoteLines(notes: readonly GoalNote[], goals: GoalTree, shown: string): readonly string[] {
  const numbers = numberGoals(goals);
  return [...notes].reverse().flatMap(({ goalId, decisions, errors, facts }) => {
    const goal = goals.goals.get(goalId);
    const number = numbers.get(goalId);
    const noted = [...decisions, ...errors, facts.join(" ")].filter((text) => text !== "");
    if (goal === undefined || number === undefined || noted.length === 0) return [];
    const line = goalLine(goals, goal, number);
    return [`- ${shown.includes(line) ? number : line} · ${noted.join(" · ")}`];
  });
}
