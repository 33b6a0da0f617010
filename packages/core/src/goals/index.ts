export type { AppliedGoalOperation, Goal, GoalChange, GoalTree } from "./goal.ts";
export { foldGoals } from "./fold-goals.ts";
export { applyGoalOperation, childIds, createGoalTree } from "./goal-tree.ts";
export { numberGoals, numberOfGoal } from "./number-goals.ts";
