import type { GoalChange, GoalTree } from "./goal.ts";
import { applyGoalOperation, childIds } from "./goal-tree.ts";
import { numberGoals } from "./number-goals.ts";

/** Which goals have other numbers than the model has read before. Mutable, extended change by change. */
export type GoalNumbers = {
  /** The goal that each number named last, from the first change on that gave a goal another number. */
  names: Map<string, string> | null;
  /** Sequence at which a goal got another number, or one that named another goal before; by goal. */
  readonly changed: Map<string, number>;
};

/** Returns the numbers of a plan in which none has changed. */
export function createGoalNumbers(): GoalNumbers {
  return { names: null, changed: new Map() };
}

/** Applies the recorded operations of one change to the plan, and notes the goals that the model may confuse by number since. */
export function applyWithNumbers(
  numbers: GoalNumbers,
  tree: GoalTree,
  change: { readonly operations: readonly GoalChange[]; readonly sequence: number },
): GoalTree {
  let after = tree;
  let moves = false;
  let creates = false;
  for (const operation of change.operations) {
    moves ||= movesGoals(after, operation);
    creates ||= operation.op === "created";
    after = applyGoalOperation(after, operation);
  }
  // Until a goal moves, new goals get numbers that no other had, and nothing needs to be remembered.
  if (!moves && (numbers.names === null || !creates)) return after;
  const before = numberGoals(tree);
  numbers.names ??= new Map([...before].map(([goalId, number]) => [number, goalId]));
  for (const [goalId, number] of numberGoals(after)) {
    const named = numbers.names.get(number);
    const own = before.get(goalId);
    if ((named !== undefined && named !== goalId) || (own !== undefined && own !== number))
      numbers.changed.set(goalId, change.sequence);
    numbers.names.set(number, goalId);
  }
  return after;
}

/** Forgets the changes up to a message: everything that named goals by earlier numbers has been folded. */
export function forgetNumbers({ changed }: GoalNumbers, toSequence: number): void {
  for (const [goalId, sequence] of changed) if (sequence <= toSequence) changed.delete(goalId);
}

/** Only a goal that appears in front of others, or that is abandoned or taken up again, changes numbers. */
function movesGoals(tree: GoalTree, operation: GoalChange): boolean {
  if (operation.op === "created") return operation.index < childIds(tree, operation.parentId).length;
  if (operation.op !== "status") return false;
  return operation.status === "abandoned" || tree.goals.get(operation.goalId)?.status === "abandoned";
}
