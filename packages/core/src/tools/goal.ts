import { z } from "zod";
import { resolveGoalOperations } from "../goals/apply-goal-ops.ts";
import { renderPlan } from "../goals/render-plan.ts";
import { GOAL_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { MAX_PLAN_CHARACTERS } from "../tunables.ts";
import { errorResult } from "./error-result.ts";

const title = z.string().trim().min(1).max(300);
const reason = z.string().max(2000);
const goal = z.string().min(1).max(40).describe('Number of a goal in the plan, like "2" or "1.3".');
const acceptance = z.array(z.string().max(500)).max(20).describe("How to verify that the goal is reached.");

const dependsOn = z
  .array(z.string().min(1).max(40))
  .max(20)
  .describe("Numbers of goals whose results this one needs first.");
const added = {
  reason: reason.optional(),
  acceptance: acceptance.optional(),
  dependsOn: dependsOn.optional(),
};

const operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), title, ...added }),
  z.strictObject({ op: z.literal("after"), goal, title, ...added }),
  z.strictObject({ op: z.literal("under"), goal, titles: z.array(title).min(1).max(30) }),
  z.strictObject({
    op: z.literal("done"),
    goal,
    summary: z.string().trim().min(1).max(4000).describe("The findings or results."),
    evidence: z
      .array(z.string().min(1).max(200))
      .max(20)
      .optional()
      .describe("Ids of the tool calls whose results show that it is reached."),
  }),
  z.strictObject({
    op: z.literal("fail"),
    goal,
    reason: z.string().trim().min(1).max(2000).describe("Why."),
  }),
  z.strictObject({
    op: z.literal("abandon"),
    goal,
    reason: z.string().trim().min(1).max(2000),
    instead: title.optional().describe("A new goal to try instead, placed next to it."),
  }),
  z.strictObject({ op: z.literal("focus"), goal }),
  z.strictObject({ op: z.literal("change"), goal, title, reason: reason.optional() }),
]);

const input = z.strictObject({
  operations: z.array(operation).min(1).max(30).describe("Applied in order, all or none."),
});

/** Changes the plan. Resolves the goal numbers shown to the model, records `goals.changed`, and returns the new plan. */
export const goalTool = defineTool({
  name: GOAL_TOOL,
  inSmallWindows: "first",
  description:
    "Keeps the plan of goals. Operations: add (a goal at the end), after (a goal after another), under (split a goal into sub-goals), done (with what came " +
    "of it), fail (with the reason), abandon (with the reason, and what to try instead), focus (work on this goal now), change (reword a goal). All numbers refer to the plan " +
    "as shown before this call. Plan before work of several steps, focus a goal when you begin it, close it when it is reached or hopeless.",
  input,
  keepsState: true,
  // Its only effect is an event committed together with its result: without a result nothing happened, so it may run again.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  trust: "workspace",
  async execute({ operations }, context): Promise<ToolResult> {
    const resolved = resolveGoalOperations(context.goals, operations, {
      ids: context.ids,
      resultOf: context.resultOf,
    });
    if (!resolved.ok) return errorResult("Plan not changed", resolved.message);
    context.record({ type: "goals.changed", operations: resolved.operations });
    const plan = renderPlan(resolved.tree, { maxTokens: MAX_PLAN_CHARACTERS, count: (text) => text.length });
    return {
      title: `Plan: ${operations.map((step) => step.op).join(", ")}`,
      output: plan === "" ? "The plan has no open goals." : `The plan is now:\n${plan}`,
      longTermMemory: "[Plan changed; its present state is in the latest plan.]",
    };
  },
});
