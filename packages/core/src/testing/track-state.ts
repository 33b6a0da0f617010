import type { PreservedState } from "../compaction/attachments.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { AppliedGoalOperation, GoalChange } from "../goals/goal.ts";
import type { Entry } from "../log/entry.ts";
import type { ToolCall } from "../log/message.ts";
import type { Todo } from "../log/run-event.ts";
import { GOAL_TOOL, TODO_TOOL } from "../log/tool-names.ts";
import type { SessionCall } from "./session-writer.ts";

/** A call that changes the plan in a generated session; it carries recorded operations. */
export function goalCall(operations: readonly GoalChange[]): SessionCall {
  return { name: GOAL_TOOL, input: { operations }, output: `${operations.length} changes to the plan` };
}

/** A call that sets the todos in a generated session. */
export function todoCall(todos: readonly Todo[]): SessionCall {
  return { name: TODO_TOOL, input: { todos }, output: `${todos.length} todos` };
}

/** Returns the changes to the plan that a call of a generated session carries, as a run records them. */
export function planChanges(call: ToolCall): readonly AppliedGoalOperation[] {
  if (call.name !== GOAL_TOOL) return [];
  const input: unknown = JSON.parse(call.arguments);
  if (!hasOperations(input)) return [];
  return input.operations.map((operation) =>
    operation.op === "status" ? { evidence: [], verified: null, ...operation } : operation,
  );
}

/** Folds the plan and todos of a generated session. */
export function trackState(): (entries: readonly Entry[]) => PreservedState {
  let goals = createGoalTree("");
  let todos: readonly Todo[] = [];
  let seen = 0;
  const apply = (call: ToolCall): void => {
    const input: unknown = JSON.parse(call.arguments);
    if (call.name === GOAL_TOOL && hasOperations(input))
      for (const operation of input.operations) goals = applyGoalOperation(goals, operation);
    if (call.name === TODO_TOOL && hasTodos(input)) todos = input.todos;
  };
  return (entries) => {
    for (const entry of entries.slice(seen))
      if (entry.kind === "message" && entry.role === "assistant") entry.toolCalls.forEach(apply);
    seen = entries.length;
    return { goals, todos };
  };
}

function hasOperations(input: unknown): input is { readonly operations: readonly GoalChange[] } {
  return (
    typeof input === "object" && input !== null && "operations" in input && Array.isArray(input.operations)
  );
}

function hasTodos(input: unknown): input is { readonly todos: readonly Todo[] } {
  return typeof input === "object" && input !== null && "todos" in input && Array.isArray(input.todos);
}
