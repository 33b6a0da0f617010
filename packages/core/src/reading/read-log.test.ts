import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import type { LogReader } from "./log-reader.ts";
import { readEntries, readEntry, readLog, readLogPages, readTrace } from "./read-log.ts";

/** `reads` collects the ranges that the store is queried for. */
async function createWorld(filler = 0) {
  const { traces, blobs } = createInMemoryStores();
  const run = await storeEventfulRun({ traces, blobs }, filler);
  const reads: string[] = [];
  const entries: LogReader["traces"]["entries"] = async (scope, traceId, range) => {
    reads.push(`${traceId} ${range.after}-${range.until} limit ${range.limit}`);
    return await traces.entries(scope, traceId, range);
  };
  const reader: LogReader = { traces: { ...traces, entries }, scope: run.scope };
  return { ...run, reader, reads };
}

describe("reading a log", () => {
  it("reads the shared part and then the trace's own entries, once and in order", async () => {
    const { reader, second, entries } = await createWorld();
    expect(await readLog(reader, second)).toEqual(entries);
  });

  it("reads a long log page by page and stops with its caller", async () => {
    const { reader, reads, second } = await createWorld(1_500);
    let count = 0;
    for await (const page of readLogPages(reader, second)) {
      count += page.length;
      if (count > 1_000) break;
    }
    expect(reads).toEqual(["first 0-1514 limit 1000", "first 1000-1514 limit 1000"]);
  });

  it("reads exactly a range across two traces", async () => {
    const { reader, reads, second } = await createWorld();
    const range = await readEntries(reader, second, { after: 13, limit: 3 });
    expect(range.map(({ traceId, sequence }) => `${traceId} ${sequence}`)).toEqual([
      ...["first 14", "second 15", "second 16"],
    ]);
    expect(reads).toEqual(["first 13-14 limit 3", "second 14-23 limit 2"]);
  });

  it("finds an entry of the shared part and reports a missing entry or trace", async () => {
    const { reader, second } = await createWorld();
    expect(await readEntry(reader, second, 1)).toMatchObject({ traceId: "first", role: "user" });
    for (const sequence of [0, 24])
      await expect(readEntry(reader, second, sequence)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readTrace(reader, "unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
