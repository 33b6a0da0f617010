import { isTerminal, type Trace } from "@goaltrace/core/log";
import type { ChatSession } from "./chat-session.ts";

/**
 * Takes the texts that a person sent to a run that ended before it read them, so that the next turn can begin with them. Returns null without one,
 * and while the run has not ended.
 */
export async function takeUnreadTexts(
  { runtime, scope }: ChatSession,
  { id }: Trace,
): Promise<string | null> {
  const { traces, signals } = runtime.stores;
  const trace = await traces.get(scope, id);
  if (trace === undefined || !isTerminal(trace.status)) return null;
  const pending = await signals.pending(scope, id);
  const own = pending.flatMap((signal) =>
    signal.kind === "steer" && signal.personId === scope.personId
      ? [{ signalId: signal.id, text: signal.payload.text }]
      : [],
  );
  if (own.length === 0) return null;
  await signals.take(
    scope,
    id,
    own.map(({ signalId }) => signalId),
  );
  return own.map(({ text }) => text).join("\n\n");
}
