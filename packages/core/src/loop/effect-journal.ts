import type { EffectJournalLine } from "../log/run-event.ts";
import type { OpenCall } from "./run-state.ts";

/** Classifies each call that was open when its process died: rerun it if it never started or is safe to repeat, else its outcome is unknown. */
export function effectJournal(openCalls: Iterable<OpenCall>): readonly EffectJournalLine[] {
  return [...openCalls].map(({ call, started }): EffectJournalLine => {
    const line = { toolCallId: call.id, toolName: call.name };
    if (started === null) return { ...line, state: "not_started", resolution: "rerun" };
    return started === "effectful"
      ? { ...line, state: "unknown", resolution: "interrupted" }
      : { ...line, state: "unknown", resolution: "rerun" };
  });
}
