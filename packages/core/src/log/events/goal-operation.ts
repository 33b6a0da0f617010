import { z } from "zod";
import { openObject, type Stored } from "../open-object.ts";

const goalStatusSchema = z.enum(["pending", "in_progress", "completed", "failed", "abandoned"]);
/** Status of a goal. */
export type GoalStatus = z.output<typeof goalStatusSchema>;

/** One applied step of a change to the plan. `op` values are stored: they keep their spelling. */
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
    /** Sequences of the entries that show it. */
    evidence: z.array(z.number()),
    /** Whether a check confirmed it; null when nothing was checked. */
    verified: z.boolean().nullable(),
  }),
  openObject({ op: z.literal("focused"), goalId: z.string() }),
]);
/** What is recorded of a change to the plan: stable ids only, one step each, so that folding a log never has to resolve a number. */
export type AppliedGoalOperation = Stored<typeof goalOperationSchema>;

type GoalStatusChange = Extract<AppliedGoalOperation, { readonly op: "status" }>;
/** What the plan is made of: an operation as recorded, or what an outline holds of one, where `verified` is missing for null. */
export type GoalChange =
  | Exclude<AppliedGoalOperation, GoalStatusChange>
  | (Omit<GoalStatusChange, "evidence" | "verified"> & { readonly verified?: boolean | null });

/** Version 1 of `goals.changed` said of a new status neither what shows it nor whether it was checked. */
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
