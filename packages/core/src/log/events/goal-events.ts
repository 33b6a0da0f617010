import { z } from "zod";
import { ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject, type Stored } from "../open-object.ts";
import { defineEvent } from "./define-event.ts";

const goalStatusSchema = z.enum(["pending", "in_progress", "completed", "failed", "abandoned"]);
/** Status of a goal (M6). */
export type GoalStatus = z.output<typeof goalStatusSchema>;

const goalOperationSchema = z.discriminatedUnion("op", [
  openObject({
    op: z.literal("created"),
    goalId: z.string(),
    parentId: z.string(),
    index: z.number(),
    title: z.string(),
    reason: z.string().nullable(),
    acceptance: z.array(z.string()),
    dependsOn: z.array(z.string()),
  }),
  openObject({
    op: z.literal("changed"),
    goalId: z.string(),
    title: z.string(),
    reason: z.string().nullable(),
  }),
  openObject({
    op: z.literal("status"),
    goalId: z.string(),
    status: goalStatusSchema,
    summary: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  openObject({ op: z.literal("focused"), goalId: z.string() }),
]);
/** What is recorded of a change to the plan: stable ids only, one step each, so that folding a log never has to resolve a number. */
export type AppliedGoalOperation = Stored<typeof goalOperationSchema>;

const todoSchema = openObject({
  id: z.string(),
  text: z.string(),
  status: z.enum(["pending", "in_progress", "completed"]),
});
export type Todo = Stored<typeof todoSchema>;

/** The plan and the list of things to do. */
export const GOAL_EVENTS = [
  defineEvent("goals.changed", {
    data: openObject({ operations: z.array(goalOperationSchema), toolCallId: z.string().nullable() }),
    erase: (data) => ({ ...data, operations: data.operations.map(eraseOperation) }),
    outline: ({ operations }) => ({ k: "goals", ops: operations }),
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
      // Criteria leave no trace, their number included.
      return { ...operation, title: ERASED_TEXT, reason: eraseText(operation.reason), acceptance: [] };
    case "changed":
      return { ...operation, title: ERASED_TEXT, reason: eraseText(operation.reason) };
    case "status":
      return { ...operation, summary: eraseText(operation.summary), reason: eraseText(operation.reason) };
    case "focused":
      return operation;
  }
}
