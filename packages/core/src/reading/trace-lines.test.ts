import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import type { InMemoryStores } from "../adapters/in-memory/stores.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import { readExport } from "./jsonl.ts";
import type { ContentReader } from "./log-reader.ts";
import { manyTraceLines, traceLines } from "./trace-lines.ts";

async function readAll(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const asFile = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

it("writes an export byte for byte like earlier versions", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs });
  const lines = await readAll(traceLines({ traces, blobs, scope }, second));
  await expect(asFile(lines)).toMatchFileSnapshot("golden/export.jsonl");
});

it("writes the pages of a long log byte for byte like earlier versions", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs }, 2_500);
  const lines = await readAll(traceLines({ traces, blobs, scope }, second));
  const hash = createHash("sha256").update(asFile(lines)).digest("hex");
  expect(hash).toBe("5192d4326e6cd899866bb393129c583c57dbd04487066a193dffee805fc85ba4");
});

it("exports a later turn with the log and blobs of the turn before", async () => {
  const { traces, blobs } = createInMemoryStores();
  const run = await storeEventfulRun({ traces, blobs });
  const file = readExport(await readAll(traceLines({ traces, blobs, scope: run.scope }, run.second)));
  expect(file.trace.origin).toBeNull();
  expect(file.entries).toEqual(run.entries.map((entry) => ({ ...entry, traceId: "second" })));
  expect(new Set(file.blobs.map(({ sha256 }) => sha256))).toEqual(
    new Set(run.blobs.map(({ sha256 }) => sha256)),
  );
});

it("reads only the pages of consumed lines", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, second } = await storeEventfulRun({ traces, blobs }, 2_500);
  const reads: number[] = [];
  const entries: InMemoryStores["traces"]["entries"] = async (queriedScope, traceId, range) => {
    reads.push(range.after);
    return await traces.entries(queriedScope, traceId, range);
  };
  const reader: ContentReader = { traces: { ...traces, entries }, blobs, scope };
  const lines = traceLines(reader, second);
  for (let count = 0; count < 500; count += 1) await lines.next();
  await lines.return();
  expect(reads).toEqual([0]);
});

it("writes several traces into one file and omits those outside the scope", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, first, second } = await storeEventfulRun({ traces, blobs });
  const reader = { traces, blobs, scope };
  const lines = await readAll(manyTraceLines(reader, ["second", "unknown", "first"]));
  expect(lines).toEqual([
    ...(await readAll(traceLines(reader, second))),
    ...(await readAll(traceLines(reader, first))),
  ]);
});
