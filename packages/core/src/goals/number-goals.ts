import type { GoalTree } from "./goal.ts";
import { childGoals, childIds } from "./goal-tree.ts";

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

/**
 * Returns the number that `numberGoals` gives a goal; null for the root, an unknown goal, and one that is or is below an abandoned one.
 * O(depth × siblings): for the few goals in view of a large plan.
 */
export function numberOfGoal(tree: GoalTree, goalId: string): string | null {
  const parts: number[] = [];
  let id = goalId;
  while (id !== tree.rootId) {
    const goal = tree.goals.get(id);
    // Goals with circular parents have no number.
    if (goal === undefined || goal.status === "abandoned" || parts.length > tree.goals.size) return null;
    const parentId = goal.parentId ?? tree.rootId;
    const siblings = childIds(tree, parentId);
    const before = siblings.indexOf(id);
    if (before < 0) return null;
    let number = 1;
    for (const sibling of siblings.slice(0, before)) {
      const other = tree.goals.get(sibling);
      if (other !== undefined && other.status !== "abandoned") number += 1;
    }
    parts.push(number);
    id = parentId;
  }
  return parts.length === 0 ? null : parts.reverse().join(".");
}
