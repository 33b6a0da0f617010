import { countOf } from "@goaltrace/core/log";
import type { ReplayStep } from "@goaltrace/core/compaction";
import type { LedgerLine, RunEvent, RunEventPayloads } from "@goaltrace/core/log";
import type { Tokenizer } from "@goaltrace/core/ports";

/** The effect of compaction on a transcript. Token counts cover the whole request; `beforeTokens` is its size without compaction. */
export type CompactionReport = {
  readonly window: number;
  readonly messages: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly ratio: number;
  readonly spilled: readonly {
    readonly toolName: string;
    readonly characters: number;
    readonly shownCharacters: number;
  }[];
  readonly cleared: readonly RunEventPayloads["context.cleared"][];
  readonly compactions: readonly (Pick<
    RunEventPayloads["compaction.finished"],
    | "source"
    | "beforeTokens"
    | "afterTokens"
    | "ratio"
    | "messagesFolded"
    | "fromSequence"
    | "toSequence"
    | "ledger"
  > & { readonly summary: string })[];
  /** Model summaries that were rejected. */
  readonly failures: readonly Pick<RunEventPayloads["compaction.failed"], "problem" | "message">[];
};

/** Builds the report from the last step of a replay. */
export function compactionReport(
  step: ReplayStep,
  options: {
    readonly window: number;
    readonly messages: number;
    readonly usedModel: boolean;
    readonly tokenizer: Tokenizer;
  },
): CompactionReport {
  const results = events(step, (event) => (event.type === "result.spilled" ? [event.data] : []));
  // The log counts previews; without compaction the request would contain the whole results.
  const leftOut = results.reduce(
    (sum, { blob, tokens }) => sum + options.tokenizer.count(step.blobs.get(blob) ?? "") - tokens,
    0,
  );
  const beforeTokens = step.view.logTokens + step.fixedTokens + leftOut;
  const afterTokens = step.view.tokens + (step.view.head?.tokens ?? 0) + step.fixedTokens;
  return {
    window: options.window,
    messages: options.messages,
    beforeTokens,
    afterTokens,
    ratio: beforeTokens === 0 ? 1 : afterTokens / beforeTokens,
    spilled: results.map(({ toolName, characters, shownCharacters }) => ({
      toolName,
      characters,
      shownCharacters,
    })),
    cleared: events(step, (event) => (event.type === "context.cleared" ? [event.data] : [])),
    compactions: events(step, (event) => (event.type === "compaction.finished" ? [event.data] : [])).map(
      (data) => ({
        source: data.source,
        beforeTokens: data.beforeTokens,
        afterTokens: data.afterTokens,
        ratio: data.ratio,
        messagesFolded: data.messagesFolded,
        fromSequence: data.fromSequence,
        toSequence: data.toSequence,
        ledger: data.ledger,
        summary: step.blobs.get(data.summaryBlob) ?? "",
      }),
    ),
    failures: options.usedModel
      ? events(step, (event) => (event.type === "compaction.failed" ? [event.data] : [])).map(
          ({ problem, message }) => ({ problem, message }),
        )
      : [],
  };
}

function events<T>({ entries }: ReplayStep, pick: (event: RunEvent) => readonly T[]): readonly T[] {
  return entries.flatMap((entry) => (entry.kind === "event" ? pick(entry) : []));
}

const STATES: readonly LedgerLine["state"][] = ["dropped", "reworded", "kept"];

/** Renders the report for a person: figures, then what happened, then the last ledger starting with dropped lines. */
export function reportLines(report: CompactionReport): readonly string[] {
  const { spilled, cleared, compactions, failures } = report;
  const clearedResults = cleared.reduce((sum, batch) => sum + batch.sequences.length, 0);
  const folded = compactions.reduce((sum, compaction) => sum + compaction.messagesFolded, 0);
  const ledger = compactions.at(-1)?.ledger ?? [];
  return [
    `${report.beforeTokens} → ${report.afterTokens} tokens (${(report.ratio * 100).toFixed(0)}%), ${countOf(report.messages, "message")}, window ${report.window}`,
    `spilled: ${countOf(spilled.length, "long result")}`,
    ...spilled.map(
      (result) => `  ${result.toolName}: ${result.shownCharacters} of ${result.characters} characters shown`,
    ),
    `cleared: ${countOf(clearedResults, "result")} in ${countOf(cleared.length, "batch", "batches")}`,
    ...cleared.map(
      (batch) =>
        `  ${countOf(batch.sequences.length, "result")}, ${batch.beforeTokens} → ${batch.afterTokens} tokens`,
    ),
    `folded: ${countOf(folded, "message")} in ${countOf(compactions.length, "summary", "summaries")}`,
    ...compactions.map(
      (compaction) =>
        `  #${compaction.fromSequence}–#${compaction.toSequence}: ${countOf(compaction.messagesFolded, "message")}, ${compaction.beforeTokens} → ${compaction.afterTokens} tokens, by ${compaction.source === "model" ? "the model" : "code"}`,
    ),
    ...failures.map((failure) => `  ! summary rejected (${failure.problem}): ${failure.message}`),
    ...(compactions.length === 0
      ? []
      : [
          `ledger of the last summary: ${STATES.map((state) => `${count(ledger, state)} ${state}`).join(", ")}`,
        ]),
    ...STATES.flatMap((state) =>
      ledger
        .filter((line) => line.state === state)
        .map((line) => `  ${state.padEnd(8)} ${line.kind}: ${line.text}`),
    ),
  ];
}

function count(ledger: readonly LedgerLine[], state: LedgerLine["state"]): number {
  return ledger.filter((line) => line.state === state).length;
}
