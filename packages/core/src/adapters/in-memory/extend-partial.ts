import type { Delta } from "../../log/update.ts";
import { PARTIAL_TOOL_CHARACTERS } from "../../tunables.ts";
import type { PartialCall } from "../../ports/live-feed.ts";

/**
 * What is known of a call after one more delta. A new attempt starts over. A delta that does not follow what is there (one before it was
 * lost) replaces what comes from its offset on. Of a tool's output the end is kept.
 */
export function extendPartial(known: PartialCall | undefined, delta: Delta): PartialCall {
  const { callId, attempt, channel, offset, text } = delta;
  const before = known?.attempt === attempt ? known : undefined;
  if (channel === "tool") {
    const tool = before?.kind === "tool" ? before : { offset, text: "" };
    const whole = tool.text.slice(0, Math.max(0, offset - tool.offset)) + text;
    const cut = Math.max(0, whole.length - PARTIAL_TOOL_CHARACTERS);
    return { kind: "tool", callId, attempt, offset: tool.offset + cut, text: whole.slice(cut) };
  }
  const model =
    before?.kind === "model" ? before : { kind: "model" as const, callId, attempt, text: "", reasoning: "" };
  return { ...model, [channel]: model[channel].slice(0, offset) + text };
}
