import type { View } from "../context/view.ts";
import type { ContextSegment } from "../log/run-event.ts";
import { STEPS_BETWEEN_SUMMARIES } from "../tunables.ts";
import type { BuiltSummary } from "./summarize.ts";

/** A part of a request: its kind and its tokens. */
export type RequestPart = Pick<ContextSegment, "kind" | "tokens">;

/** Returns true if the next summary is the third within a few steps: the window is too small for what fills it. */
export function isThrashing({ steps, summarizedBeforeAtStep }: View): boolean {
  return summarizedBeforeAtStep !== null && steps - summarizedBeforeAtStep < STEPS_BETWEEN_SUMMARIES;
}

/** Returns the largest part of the request after a summary. `fixed` are its parts besides the history. */
export function largestPart(
  fixed: readonly RequestPart[],
  { headTokens, toSequence, clearedTokens }: BuiltSummary,
  view: View,
): RequestPart {
  const kept = new Map<RequestPart["kind"], number>([["tool_result", -clearedTokens]]);
  for (const { message, tokens } of view.items) {
    if (message.sequence <= toSequence) continue;
    const kind = message.role === "tool" ? "tool_result" : message.role;
    kept.set(kind, (kept.get(kind) ?? 0) + tokens);
  }
  const parts: readonly RequestPart[] = [
    ...fixed,
    { kind: "attachments", tokens: headTokens.marker + headTokens.attachments },
    { kind: "summary", tokens: headTokens.summary },
    ...[...kept].map(([kind, tokens]) => ({ kind, tokens })),
  ];
  return parts.reduce((largest, part) => (part.tokens > largest.tokens ? part : largest));
}
