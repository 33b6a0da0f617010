import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import type { LogReader } from "./log-reader.ts";
import { readEntries, readEntry, readLog, readLogPages, readTrace } from "./read-log.ts";

/** `reads` collects the ranges that the store is asked for. */
async function world(filler = 0) {
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
    const { reader, second, entries } = await world();
    expect(await readLog(reader, second)).toEqual(entries);
  });

  it("reads a long log page by page, and stops reading with its caller", async () => {
    const { reader, reads, second } = await world(1_500);
    let count = 0;
    for await (const page of readLogPages(reader, second)) {
      count += page.length;
      if (count > 1_000) break;
    }
    expect(reads).toEqual(["first 0-1514 limit 1000", "first 1000-1514 limit 1000"]);
  });

  it("reads a range across two traces, and nothing beyond it", async () => {
    const { reader, reads, second } = await world();
    const range = await readEntries(reader, second, { after: 13, limit: 3 });
    expect(range.map(({ traceId, sequence }) => `${traceId} ${sequence}`)).toEqual([
      ...["first 14", "second 15", "second 16"],
    ]);
    expect(reads).toEqual(["first 13-14 limit 3", "second 14-23 limit 2"]);
  });

  it("finds an entry of the shared part, and reports a missing entry or trace", async () => {
    const { reader, second } = await world();
    expect(await readEntry(reader, second, 1)).toMatchObject({ traceId: "first", role: "user" });
    for (const sequence of [0, 24])
      await expect(readEntry(reader, second, sequence)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readTrace(reader, "unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
