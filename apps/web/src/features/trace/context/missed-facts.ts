import type { WindowCall } from "@goaltrace/core/diagnose";
import type { LedgerLine } from "@goaltrace/core/log";
import type { Compaction } from "../inspector/compaction/use-compaction.ts";

/** Facts of one result that a compaction did not keep as they were, and the call that asked for the result again. */
export type MissedFact = {
  readonly lines: readonly LedgerLine[];
  /** The entry that stated them. */
  readonly source: number;
  readonly call: WindowCall;
  /** Calls whose request contained them, and calls from the compaction to the one that asked again, which included. */
  readonly callsWith: number;
  readonly callsWithout: number;
};

/**
 * Returns the facts that were needed again, by the only evidence that code can check: the model repeated the call whose result stated
 * them. Facts that the summary kept were not missed; of repetitions after the last of `calls` nothing is known.
 */
export function missedFacts(
  {
    data,
    sequence,
    repeated,
  }: Pick<Compaction, "sequence" | "repeated"> & {
    readonly data: Pick<Compaction["data"], "ledger">;
  },
  calls: readonly WindowCall[],
): readonly MissedFact[] {
  return repeated.flatMap(({ source, at }) => {
    const lines = data.ledger.filter((line) => line.sequence === source && line.state !== "kept");
    const call = calls.find(({ answer }) => answer?.sequence === at);
    if (lines.length === 0 || call === undefined) return [];
    const between = (from: number, to: number): number =>
      calls.filter(({ startedSequence }) => startedSequence > from && startedSequence <= to).length;
    return [
      {
        ...{ lines, source, call, callsWith: between(source, sequence) },
        callsWithout: between(sequence, call.startedSequence),
      },
    ];
  });
}
