export {
  ROOT_GOAL_ID,
  type AppliedGoalOperation,
  type Goal,
  type GoalChange,
  type GoalOperation,
  type GoalStatus,
  type GoalTree,
} from "./goal.ts";
export { applyGoalOperation, childIds, createGoalTree, isOpen, noteMessage } from "./goal-tree.ts";
export { resolveGoalOperations, type ResolvedGoalOperations, type ResolveOptions } from "./apply-goal-ops.ts";
export { numberGoals } from "./number-goals.ts";
export { renderPlan, type RenderPlanOptions } from "./render-plan.ts";
