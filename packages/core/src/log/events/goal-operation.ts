import { z } from "zod";
import { openObject, type Stored } from "../open-object.ts";

const goalStatusSchema = z.enum(["pending", "in_progress", "completed", "failed", "abandoned"]);
/** Status of a goal. */
export type GoalStatus = z.output<typeof goalStatusSchema>;

/** One applied step of a plan change. The `op` values are stored and never change. */
export const goalOperationSchema = z.discriminatedUnion("op", [
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
    /** Sequences of the entries that prove it. */
    evidence: z.array(z.number()),
    /** Whether a check confirmed it; null when nothing was checked. */
    verified: z.boolean().nullable(),
  }),
  openObject({ op: z.literal("focused"), goalId: z.string() }),
]);
/** The recorded form of a plan change: stable ids and one step each, so that folding a log never has to resolve a display number. */
export type AppliedGoalOperation = Stored<typeof goalOperationSchema>;

type GoalStatusChange = Extract<AppliedGoalOperation, { readonly op: "status" }>;
/** One change to the plan: an operation as recorded, or its outline form, which omits evidence when there is none and `verified` when it is null. */
export type GoalChange =
  | Exclude<AppliedGoalOperation, GoalStatusChange>
  | (Omit<GoalStatusChange, "evidence" | "verified"> & {
      readonly evidence?: readonly number[];
      readonly verified?: boolean | null;
    });

/** Upcasts version 1 of `goals.changed`, which recorded neither evidence nor verification of a status. */
export function withEvidence({
  operations,
  ...data
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Array.isArray(operations)) return { ...data, operations };
  return {
    ...data,
    operations: operations.map((operation: unknown) =>
      isStatusChange(operation) ? { ...operation, evidence: [], verified: null } : operation,
    ),
  };
}

function isStatusChange(operation: unknown): operation is { readonly op: "status" } {
  return (
    typeof operation === "object" && operation !== null && "op" in operation && operation.op === "status"
  );
}
