import type { EffectJournalLine } from "../log/run-event.ts";
import type { EffectRequest } from "./requests/effect-requests.ts";
import { hasAsked, type Questions } from "./requests/request-state.ts";
import type { UnknownEffects } from "./requests/unknown-effects.ts";
import type { OpenCall } from "./run-state.ts";

/**
 * Classifies each call that was open when its process died: rerun it if it never started, is safe to repeat, waits for an answer that it asked for, or a person wants it to run again;
 * else its outcome is unknown. `requests` are the new requests to people about unknown outcomes, by call.
 */
export function effectJournal(
  openCalls: Iterable<OpenCall>,
  { effects, questions }: { readonly effects: UnknownEffects; readonly questions: Questions },
  requests: ReadonlyMap<string, EffectRequest>,
): readonly EffectJournalLine[] {
  return [...openCalls].map(({ call, started }): EffectJournalLine => {
    const line = { toolCallId: call.id, toolName: call.name };
    if (started === null) return { ...line, state: "not_started", resolution: "rerun" };
    if (
      started !== "effectful" ||
      hasAsked(questions, call.id) ||
      effects.get(call.id)?.resolution === "run_again"
    )
      return { ...line, state: "unknown", resolution: "rerun" };
    return { ...line, state: "unknown", resolution: "interrupted", ...requests.get(call.id) };
  });
}
