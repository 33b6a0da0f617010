import type { ToolOutcome } from "../../log/message.ts";
import type { PermissionDecision } from "../../ports/permission.ts";
import type { Tool, ToolResult } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { askPermission } from "./ask-permission.ts";
import type { FinishedCall } from "./finished-call.ts";
import { NOT_RUN } from "./results-at-end.ts";
import { parseJson } from "../../parse-json.ts";

/** A call that may start, or the result that it gets instead. */
export type PreparedCall =
  | { readonly kind: "ready"; readonly tool: Tool; readonly input: unknown }
  | { readonly kind: "refused"; readonly finished: FinishedCall };

/**
 * Checks the preconditions of a call: it is valid, its tool exists, its arguments match the schema, and it is permitted. Logs nothing, so that a
 * call whose process dies here is simply prepared again.
 */
export async function prepareCall(context: RunContext, open: OpenCall): Promise<PreparedCall> {
  const { name, problem } = open.call;
  if (problem !== undefined)
    return refused("error", { title: problem.kind.replaceAll("_", " "), output: problem.message });
  if (context.signal.aborted) return refused("cancelled", NOT_RUN);
  const tool = context.environment.tools.find(name);
  if (tool === undefined)
    return refused("error", {
      title: "unknown tool",
      output: fillPrompt(resultsPrompt.gone, { tool: name }),
    });
  const input = tool.input.safeParse(parseJson(open.call.arguments));
  if (!input.success) return refused("error", { title: "invalid arguments", output: input.error.message });
  const call = { tool, input: input.data };
  const denial = denialText(await askPermission(context, open, call));
  if (denial !== null) return refused("denied", { title: "denied", output: denial });
  return context.signal.aborted ? refused("cancelled", NOT_RUN) : { kind: "ready", ...call };
}

/** The output for a denied call, or null if it may run. Approvals are not implemented yet, so a call that needs one is denied. */
function denialText(decision: PermissionDecision): string | null {
  switch (decision.effect) {
    case "allow":
      return null;
    case "deny":
      return fillPrompt(resultsPrompt.denied, { reason: decision.reason });
    case "ask":
      return fillPrompt(resultsPrompt.unapproved, { reason: decision.reason });
  }
}

function refused(outcome: ToolOutcome, result: ToolResult): PreparedCall {
  return { kind: "refused", finished: { outcome, result, durationMs: 0, events: [] } };
}
