import { z } from "zod";
import { ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject, type Stored } from "../open-object.ts";
import { defineEvent } from "./define-event.ts";
import {
  type AppliedGoalOperation,
  type GoalChange,
  goalOperationSchema,
  withEvidence,
} from "./goal-operation.ts";

const todoSchema = openObject({
  id: z.string(),
  text: z.string(),
  status: z.enum(["pending", "in_progress", "completed"]),
});
export type Todo = Stored<typeof todoSchema>;

/** Changes to the plan and the to-do list. */
export const GOAL_EVENTS = [
  defineEvent("goals.changed", {
    upcasts: [withEvidence],
    data: openObject({ operations: z.array(goalOperationSchema), toolCallId: z.string().nullable() }),
    erase: (data) => ({ ...data, operations: data.operations.map(eraseOperation) }),
    outline: ({ operations }) => ({ k: "goals", ops: operations.map(toGoalChange) }),
    project: (projection, { operations }) => {
      const focused = operations.findLast((operation) => operation.op === "focused");
      return { ...projection, currentGoalId: focused?.goalId ?? projection.currentGoalId };
    },
  }),
  defineEvent("todos.changed", {
    data: openObject({ todos: z.array(todoSchema) }),
    erase: (data) => ({ ...data, todos: data.todos.map((todo) => ({ ...todo, text: ERASED_TEXT })) }),
  }),
] as const;

function eraseOperation(operation: AppliedGoalOperation): AppliedGoalOperation {
  switch (operation.op) {
    case "created":
      // Even the number of criteria is erased.
      return { ...operation, title: ERASED_TEXT, reason: eraseText(operation.reason), acceptance: [] };
    case "changed":
      return { ...operation, title: ERASED_TEXT, reason: eraseText(operation.reason) };
    case "status":
      return { ...operation, summary: eraseText(operation.summary), reason: eraseText(operation.reason) };
    case "focused":
      return operation;
  }
}

function toGoalChange(operation: AppliedGoalOperation): GoalChange {
  if (operation.op !== "status") return operation;
  const { evidence, verified, ...change } = operation;
  return {
    ...change,
    ...(evidence.length === 0 ? {} : { evidence }),
    ...(verified === null ? {} : { verified }),
  };
}
