import { type Entry, isAnswerCall } from "@goaltrace/core/log";
import type { Amounts } from "@goaltrace/core/ports";

/** Returns what the calls that ended in these entries used; null if none did. A call of unknown price counts without its cost. */
export function spendingOf(entries: readonly Entry[]): Amounts | null {
  let spent: Amounts | null = null;
  for (const entry of entries) {
    if (entry.kind !== "event" || entry.type !== "call.finished") continue;
    const { usage, cost, durationMs, purpose } = entry.data;
    const before: Amounts = spent ?? { usd: 0, tokens: 0, ms: 0, steps: 0 };
    spent = {
      usd: before.usd + (cost ?? 0),
      tokens: before.tokens + usage.inputTokens + usage.outputTokens,
      ms: before.ms + Math.round(durationMs),
      steps: before.steps + (isAnswerCall(purpose) ? 1 : 0),
    };
  }
  return spent;
}

/** Returns the ids of the reservations of the workspace's budget that these entries settle. */
export function settledReservations(entries: readonly Entry[]): readonly string[] {
  const ids = new Set<string>();
  for (const entry of entries)
    if (entry.kind === "event" && entry.type === "budget.settled" && entry.data.level === "workspace")
      ids.add(entry.data.reservationId);
  return [...ids];
}
