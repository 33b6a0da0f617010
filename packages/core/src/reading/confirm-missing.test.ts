import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import type { Finding } from "../diagnose/finding.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { buildLog, buildTrace, testRequest } from "../testing/builders.ts";
import { confirmMissing } from "./confirm-missing.ts";
import { readOverview } from "./read-overview.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };
const RULES = ["Paid invoices keep their number.", "Never change the archive of invoices."];
const HASH = "a".repeat(64);

/** A run whose failing call was made with `instructions`, after a compaction that dropped both rules; null if they were erased. */
async function missingWith(instructions: string | null): Promise<Finding | undefined> {
  const { traces, blobs } = createInMemoryStores();
  const log = buildLog();
  log.user(RULES.join(" "));
  const ledger = RULES.map((text): LedgerLine => ({
    ...{ kind: "requirement", text, sequence: 1, state: "dropped" },
  }));
  const compaction = log.event({
    type: "compaction.finished",
    data: {
      ...{ compactionId: "c", reason: "threshold", layer: "summarise", source: "model", focus: null },
      ...{ beforeTokens: 900, afterTokens: 300, ratio: 1 / 3, messagesFolded: 1, fromSequence: 1 },
      ...{ toSequence: 1, markerBlob: "", attachmentsBlob: "", summaryBlob: "", archiveBlob: null },
      ...{ headTokens: { marker: 0, attachments: 0, summary: 0 }, ledger, cost: 0, callId: null },
    },
  });
  const request = { ...testRequest, systemBlobs: [HASH], ranges: [] };
  const report = { segments: [], totalTokens: 1, exact: false, window: 1_000, dropped: [] };
  log.event({ type: "call.started", data: { callId: "call", purpose: "step", step: 1, request, report } });
  const turn = buildLog().assistant({ calls: [{ name: "run_sql" }] });
  log.add({ ...turn, id: undefined, callId: "call" });
  log.tool(turn.toolCalls[0]?.id ?? "", {
    toolName: "run_sql",
    output: "41 paid invoices of the archive never change; they have a new number",
    outcome: "error",
  });
  const failure = { code: "LIMIT_REACHED" as const, message: "Out of steps.", fix: "Raise the limit." };
  log.event({ type: "trace.finished", data: { status: "failed", failure, summary: null } });
  if (instructions !== null)
    await blobs.put(SCOPE, { sha256: HASH, mediaType: "text/plain", encoding: "utf8", text: instructions });
  const trace = buildTrace({ id: log.traceId }, log.entries);
  await traces.create(SCOPE, trace, log.entries, []);
  const reader = { traces, blobs, scope: SCOPE };
  const { diagnosis } = await confirmMissing(reader, trace, await readOverview(reader, trace));
  const missing = diagnosis.findings.find(({ kind }) => kind === "missing");
  if (missing !== undefined) expect(missing.sequence).toBe(compaction.sequence);
  return missing;
}

const textsOf = (finding: Finding | undefined): readonly string[] | undefined =>
  finding?.kind === "missing" ? finding.facts.map(({ text }) => text) : undefined;

it("keeps what the request of the failing call did not contain", async () => {
  expect(textsOf(await missingWith("Be kind."))).toEqual(RULES);
});

it("does not call missing what the instructions in the request of the failing call say", async () => {
  expect(textsOf(await missingWith("Be kind. Paid  invoices keep\ntheir number. Really."))).toEqual([
    RULES[1],
  ]);
  expect(textsOf(await missingWith(RULES.join("\n")))).toBeUndefined();
});

it("relies on the log when the request can no longer be rebuilt", async () => {
  expect(textsOf(await missingWith(null))).toEqual(RULES);
});
