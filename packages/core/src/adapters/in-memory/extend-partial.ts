import { joinOutput } from "../../log/live-output.ts";
import type { Delta } from "../../log/update.ts";
import type { PartialCall } from "../../ports/live-feed.ts";
import { PARTIAL_TOOL_CHARACTERS } from "../../tunables.ts";

/**
 * The state of a call after one more delta. A new attempt starts over. In a model's text a delta that does not follow (one before it was
 * lost) replaces everything from its offset on, and arguments of tool calls are not kept; of a tool's output the end is kept.
 */
export function extendPartial(known: PartialCall | undefined, delta: Delta): PartialCall {
  const { callId, attempt, channel, offset, text } = delta;
  if (channel === "output") {
    const before = known?.kind === "tool" ? known : undefined;
    return {
      kind: "tool",
      callId,
      ...joinOutput(before, { attempt, offset, text }, PARTIAL_TOOL_CHARACTERS),
    };
  }
  const before = known?.attempt === attempt && known.kind === "model" ? known : undefined;
  const model = before ?? { kind: "model" as const, callId, attempt, text: "", reasoning: "" };
  return channel === "tool" ? model : { ...model, [channel]: model[channel].slice(0, offset) + text };
}
