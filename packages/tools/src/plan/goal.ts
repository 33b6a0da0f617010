import { defineTool, type ToolResult } from "@goaltrace/core";
import { renderPlan, resolveGoalOperations } from "@goaltrace/core/goals";
import { z } from "zod";
import { failed } from "../failed.ts";
import { PLAN_MAX_CHARACTERS } from "../tunables.ts";

const title = z.string().trim().min(1).max(300);
const reason = z.string().max(2000);
const goal = z.string().min(1).max(40).describe('Number of a goal in the plan, like "2" or "1.3".');
const acceptance = z.array(z.string().max(500)).max(20).describe("How one will see that it is reached.");

const operation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("add"), title, reason: reason.optional(), acceptance: acceptance.optional() }),
  z.object({
    op: z.literal("after"),
    goal,
    title,
    reason: reason.optional(),
    acceptance: acceptance.optional(),
  }),
  z.object({ op: z.literal("under"), goal, titles: z.array(title).min(1).max(30) }),
  z.object({
    op: z.literal("done"),
    goal,
    summary: z.string().trim().min(1).max(4000).describe("What was found or made."),
  }),
  z.object({
    op: z.literal("abandon"),
    goal,
    reason: z.string().trim().min(1).max(2000),
    instead: title.optional().describe("A new goal to try next to it."),
  }),
  z.object({ op: z.literal("focus"), goal }),
  z.object({ op: z.literal("change"), goal, title, reason: reason.optional() }),
]);

const input = z.object({
  operations: z.array(operation).min(1).max(30).describe("Applied in order, all or none."),
});

/** Changes the plan (M7): resolves the numbers the model saw, records `goals.changed`, answers with the new plan. */
export const goalTool = defineTool({
  name: "goal",
  description:
    "Keeps the plan of goals. Operations: add (a goal at the end), after (a goal after another), under (split a goal into sub-goals), done (with what came " +
    "of it), abandon (with the reason, and what to try instead), focus (work on this goal now), change (reword a goal). All numbers refer to the plan " +
    "as shown before this call. Plan before work of several steps, focus a goal when you begin it, close it when it is reached or hopeless.",
  input,
  // Its effect is in the log alone and becomes durable with its result: without a result nothing happened, so it may run again.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ operations }, context): Promise<ToolResult> {
    const tree = context.goals;
    const resolved = resolveGoalOperations(tree, operations, {
      ids: context.ids,
      hasMessages: (goalId) => (tree.goals.get(goalId)?.firstMessage ?? null) !== null,
    });
    if (!resolved.ok) return failed("Plan not changed", resolved.message);
    context.record({ type: "goals.changed", operations: resolved.operations });
    const plan = renderPlan(resolved.tree, { maxTokens: PLAN_MAX_CHARACTERS, count: (text) => text.length });
    return {
      title: `Plan: ${operations.map((step) => step.op).join(", ")}`,
      output: plan === "" ? "The plan has no open goals." : `The plan is now:\n${plan}`,
      longTermMemory: "[Plan changed; its present state is in the latest plan.]",
    };
  },
});
