import type { LedgerLine } from "@goaltrace/core/log";

export const LEDGER_STATES = [
  "dropped",
  "reworded",
  "kept",
] as const satisfies readonly LedgerLine["state"][];
export type LedgerFilter = "all" | LedgerLine["state"];

/** Returns the lines of the ledger by importance: dropped, reworded, kept. Keeps the order within each state. */
export function ledgerLines(ledger: readonly LedgerLine[], filter: LedgerFilter): readonly LedgerLine[] {
  return LEDGER_STATES.filter((state) => filter === "all" || filter === state).flatMap((state) =>
    ledger.filter((line) => line.state === state),
  );
}

/** Counts the lines that pass each filter. */
export function ledgerCounts(ledger: readonly LedgerLine[]): Readonly<Record<LedgerFilter, number>> {
  const counts = { all: ledger.length, dropped: 0, reworded: 0, kept: 0 };
  for (const { state } of ledger) counts[state] += 1;
  return counts;
}
