import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { buildLog, buildTrace, type LogBuilder } from "../testing/builders.ts";
import { readCompaction } from "./read-compaction.ts";

const scope = { workspaceId: "workspace", personId: "person" };
/** More entries than are read around a compaction. */
const MANY = 80;

function prepared(log: LogBuilder, callId: string): number {
  const data = { callId, toSequence: 3, textBlob: "blob", tokens: 200, cost: 0.01 };
  return log.event({ type: "compaction.prepared", data }).sequence;
}

function finished(log: LogBuilder, callId: string | null): number {
  return log.event({
    type: "compaction.finished",
    data: {
      compactionId: "compaction",
      reason: "threshold",
      layer: "summarise",
      source: callId === null ? "extractive" : "model",
      focus: null,
      beforeTokens: 9_000,
      afterTokens: 3_000,
      ratio: 1 / 3,
      messagesFolded: 3,
      fromSequence: 1,
      toSequence: 3,
      markerBlob: "m",
      attachmentsBlob: "a",
      summaryBlob: "s",
      archiveBlob: null,
      headTokens: { marker: 1, attachments: 1, summary: 1 },
      ledger: [],
      cost: 0.01,
      callId,
    },
  }).sequence;
}

async function reading(log: LogBuilder, sequence: number): ReturnType<typeof readCompaction> {
  const { traces, signals } = createInMemoryStores();
  const trace = buildTrace({ id: log.traceId }, log.entries);
  await traces.create(scope, trace, log.entries, []);
  return await readCompaction({ traces, signals, scope }, trace, sequence);
}

describe("readCompaction", () => {
  it("finds the entry of its background summary, however far back it is", async () => {
    const log = buildLog();
    prepared(log, "another summary");
    const sequence = prepared(log, "the summary");
    for (let index = 0; index < MANY; index += 1) log.user(`message ${index}`);
    const { ahead } = await reading(log, finished(log, "the summary"));
    expect(ahead).toEqual({ sequence, at: log.entries[sequence - 1]?.at });
  });

  it("finds no background summary for one written at the limit or by code", async () => {
    for (const callId of ["the summary", null]) {
      const log = buildLog();
      prepared(log, "another summary");
      expect((await reading(log, finished(log, callId))).ahead).toBeNull();
    }
  });
});
