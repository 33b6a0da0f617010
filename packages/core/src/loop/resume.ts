import type { EffectJournalLine } from "../log/run-event.ts";
import type { OpenCall } from "./run-state.ts";

/** Classes each call that was in flight when its process died (R26): what never started or may safely run again does, the rest is unknown. */
export function effectJournal(openCalls: Iterable<OpenCall>): readonly EffectJournalLine[] {
  return [...openCalls].map(({ call, started }): EffectJournalLine => {
    const line = { toolCallId: call.id, toolName: call.name };
    if (started === null) return { ...line, state: "not_started", resolution: "rerun" };
    return started === "effectful"
      ? { ...line, state: "unknown", resolution: "interrupted" }
      : { ...line, state: "unknown", resolution: "rerun" };
  });
}

/** What the model reads instead of the result of a call whose outcome nobody knows. */
export const INTERRUPTED_OUTPUT =
  "Interrupted: the process died while this call was running, so its outcome is unknown. It may have happened, in part or whole. Verify before you repeat it.";
