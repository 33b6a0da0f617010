import type { GoalTree } from "./goal.ts";
import { childGoals } from "./goal-tree.ts";

/**
 * Returns display numbers by goal id: `1`, `1.2`, consecutive among siblings. The root has none; abandoned goals and their descendants are
 * left out. Iterates in plan order, parents before children. O(goals), safe at any depth.
 */
export function numberGoals(tree: GoalTree): Map<string, string> {
  const numbers = new Map<string, string>();
  const stack: { readonly goalId: string; readonly number: string }[] = [];
  const push = (parentId: string, prefix: string): void => {
    const numbered = childGoals(tree, parentId)
      .filter(({ status }) => status !== "abandoned")
      .map(({ id }, index) => ({ goalId: id, number: `${prefix}${index + 1}` }));
    for (const entry of numbered.reverse()) stack.push(entry);
  };
  push(tree.rootId, "");
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    numbers.set(next.goalId, next.number);
    push(next.goalId, `${next.number}.`);
  }
  return numbers;
}
