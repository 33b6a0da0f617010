import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import type { StartableCall } from "./prepare-call.ts";
import { toolEffect, type ToolEffect } from "./tool-effect.ts";

/** Stages `tool.started` and returns the effect that the call may have; `read_only` for a call that does not start. */
export function stageStart(context: RunContext, open: OpenCall, prepared: StartableCall): ToolEffect {
  if (prepared.kind === "refused") return "read_only";
  const effect = toolEffect(prepared.tool.annotations);
  // A call that waited for a sub-agent continues; it does not start a second time.
  if (context.childWork.heldSince.has(open.call.id)) return effect;
  context.writer.stage({
    kind: "event",
    type: "tool.started",
    goalId: open.goalId,
    data: { toolCallId: open.call.id, toolName: open.call.name, effect },
  });
  return effect;
}
