export type { AppliedGoalOperation, Goal, GoalChange, GoalTree } from "./goal.ts";
export { applyGoalOperation, childIds, createGoalTree } from "./goal-tree.ts";
export { numberGoals } from "./number-goals.ts";
