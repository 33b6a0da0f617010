import type { WindowCall } from "@goaltrace/core/diagnose";
import type { LedgerLine } from "@goaltrace/core/log";
import type { Compaction } from "../inspector/compaction/use-compaction.ts";

/** Facts of one result that a compaction did not keep as they were, and the call that requested the result again. */
export type MissedFact = {
  readonly lines: readonly LedgerLine[];
  /** The entry that stated them. */
  readonly source: number;
  readonly call: WindowCall;
  /** The number of calls whose request contained them, and the number from the compaction to the call that requested them again, inclusive. */
  readonly callsWith: number;
  readonly callsWithout: number;
};

/**
 * Returns the facts that were needed again, by the only evidence that code can check: the model repeated the call whose result stated
 * them. Facts that the summary kept were not missed; repetitions after the last of `calls` are not considered.
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
