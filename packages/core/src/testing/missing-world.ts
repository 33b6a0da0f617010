import type { MissingFinding } from "../diagnose/finding.ts";
import { createOverview } from "../diagnose/run-overview.ts";
import type { Entry } from "../log/entry.ts";
import type { LedgerLine } from "../log/run-event.ts";
import type { LogBuilder } from "./builders.ts";

/** A rule of a person. */
export const RULE = "Paid invoices keep their number.";

/** Returns the facts that the run of a log no longer had; null if its diagnosis names none. */
export function missingIn(entries: readonly Entry[]): MissingFinding | null {
  const overview = createOverview();
  for (const entry of entries) overview.add(entry);
  const { findings } = overview.overview().diagnosis;
  return findings.find((finding): finding is MissingFinding => finding.kind === "missing") ?? null;
}

export type LedgerFact = Pick<LedgerLine, "kind" | "text" | "sequence" | "state">;

/** Adds a summary with this ledger; returns its sequence. */
export function compact(log: LogBuilder, ledger: readonly LedgerFact[]): number {
  return log.event({
    type: "compaction.finished",
    data: {
      ...{ compactionId: "c", reason: "threshold", layer: "summarise", source: "model", focus: null },
      ...{ beforeTokens: 118_000, afterTokens: 31_000, ratio: 0.26, messagesFolded: 1 },
      ...{ fromSequence: 1, toSequence: 1, markerBlob: "", attachmentsBlob: "", summaryBlob: "" },
      ...{ archiveBlob: null, headTokens: { marker: 0, attachments: 0, summary: 0 } },
      ...{ ledger: [...ledger], cost: 0, callId: null },
    },
  }).sequence;
}

type CallFields = { readonly input?: string; readonly output?: string; readonly outcome?: "ok" | "error" };

/** Adds a turn with one call and its result; returns the sequence of the result. */
export function addCall(log: LogBuilder, { input = "{}", output = "", outcome = "ok" }: CallFields): number {
  const turn = log.assistant({ calls: [{ name: "run_sql", arguments: input }] });
  return log.tool(turn.toolCalls[0]?.id ?? "", { toolName: "run_sql", output, outcome }).sequence;
}

/** Fails the goal `check`; returns the sequence. */
export function failGoal(log: LogBuilder, summary: string): number {
  return log.event({
    type: "goals.changed",
    data: {
      operations: [
        {
          ...{ op: "status", goalId: "check", status: "failed", summary, reason: null },
          ...{ evidence: [], verified: null },
        },
      ],
      toolCallId: null,
    },
  }).sequence;
}

/** Ends the run. */
export function finish(log: LogBuilder, status: "failed" | "completed" = "failed"): void {
  const failure = { code: "LIMIT_REACHED" as const, message: "Out of steps.", fix: "Raise the limit." };
  log.event({
    type: "trace.finished",
    data: { status, failure: status === "failed" ? failure : null, summary: null },
  });
}
