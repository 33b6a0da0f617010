import { joinOutput } from "../../log/live-output.ts";
import type { Delta } from "../../log/update.ts";
import type { PartialCall } from "../../ports/live-feed.ts";
import { PARTIAL_TOOL_CHARACTERS } from "../../tunables.ts";

/**
 * Returns the state of a call after one more delta. A new attempt starts over. In model text, a delta after a lost one replaces everything
 * from its offset on; arguments of tool calls are not kept; of tool output, only the tail is kept.
 */
export function extendPartial(current: PartialCall | undefined, delta: Delta): PartialCall {
  const { callId, attempt, channel, offset, text } = delta;
  if (channel === "output") {
    const before = current?.kind === "tool" ? current : undefined;
    return {
      kind: "tool",
      callId,
      ...joinOutput(before, { attempt, offset, text }, PARTIAL_TOOL_CHARACTERS),
    };
  }
  const before = current?.attempt === attempt && current.kind === "model" ? current : undefined;
  const model = before ?? { kind: "model" as const, callId, attempt, text: "", reasoning: "" };
  return channel === "tool" ? model : { ...model, [channel]: model[channel].slice(0, offset) + text };
}
