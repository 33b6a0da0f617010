import { failureOf } from "../../errors.ts";
import type { ToolOutcome } from "../../log/message.ts";
import type { PermissionDecision } from "../../ports/permission.ts";
import type { Tool, ToolResult } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { effectOf, type ToolEffect } from "./tool-effect.ts";

/** A call that may run now, or the result it gets instead. */
type PreparedCall =
  | { readonly kind: "ready"; readonly tool: Tool; readonly input: unknown }
  | { readonly kind: "refused"; readonly outcome: ToolOutcome; readonly result: ToolResult };

/** Stages `tool.started` with the effect that the call may have; `read_only` for a call that does not start. */
export function announceCall(context: RunContext, open: OpenCall): ToolEffect {
  if (open.call.problem !== undefined || context.signal.aborted) return "read_only";
  const effect = effectOf(context.environment.tools.find(open.call.name)?.annotations);
  context.writer.stage({
    kind: "event",
    type: "tool.started",
    goalId: open.goalId,
    data: { toolCallId: open.call.id, toolName: open.call.name, effect },
  });
  return effect;
}

/** Checks everything that must hold before a tool runs: the call is valid, the tool exists, its arguments fit, permission is given. */
export async function prepareCall(context: RunContext, open: OpenCall): Promise<PreparedCall> {
  const { name, problem } = open.call;
  if (problem !== undefined)
    return refused("error", { title: problem.kind.replaceAll("_", " "), output: problem.message });
  if (context.signal.aborted) return refused("cancelled", CANCELED);
  const tool = context.environment.tools.find(name);
  if (tool === undefined)
    return refused("error", {
      title: "unknown tool",
      output: fillPrompt(resultsPrompt.gone, { tool: name }),
    });
  const input = tool.input.safeParse(JSON.parse(open.call.arguments));
  if (!input.success) return refused("error", { title: "arguments do not fit", output: input.error.message });
  const decision = await decide(context, tool, input.data);
  return decision.effect === "deny"
    ? refused("denied", { title: "denied", output: `Denied: ${decision.reason}` })
    : { kind: "ready", tool, input: input.data };
}

/** The result of a call that was canceled before or while it ran. */
export const CANCELED: ToolResult = { title: "cancelled", output: resultsPrompt.canceled };

function refused(outcome: ToolOutcome, result: ToolResult): PreparedCall {
  return { kind: "refused", outcome, result };
}

/** A permission that can't be decided is a denial: it comes before effects. */
async function decide(context: RunContext, tool: Tool, input: unknown): Promise<PermissionDecision> {
  try {
    return await context.environment.permission.decide({
      traceId: context.trace.id,
      toolName: tool.name,
      arguments: input,
      annotations: tool.annotations,
    });
  } catch (thrown) {
    const reason = fillPrompt(resultsPrompt.undecided, { problem: failureOf(thrown).message });
    return { effect: "deny", reason };
  }
}
