import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import type { Entry } from "../log/entry.ts";
import { toOutline } from "../log/to-outline.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import { buildLog, buildTrace, createTestClock } from "../testing/builders.ts";
import { readOutline } from "./read-outline.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };
const ENTRIES = 12_000;

/** Creates a run of 12,000 entries and one that continues its 6,000th; `queried` collects the ranges that are read. */
async function createWorld(): Promise<{
  readonly traces: TraceStore;
  readonly queried: string[];
  readonly entries: readonly Entry[];
}> {
  const { traces } = createInMemoryStores(createTestClock());
  const log = buildLog({ traceId: "first" });
  log.user("The task");
  while (log.entries.length < ENTRIES) log.assistant({ text: `Message ${log.entries.length}` });
  await traces.create(SCOPE, buildTrace({ id: "first", ...SCOPE }, log.entries), log.entries, []);
  const next = buildLog({ traceId: "next", first: ENTRIES / 2 + 1 });
  next.user("And now?");
  const origin = { traceId: "first", sequence: ENTRIES / 2, kind: "continues" } as const;
  await traces.create(SCOPE, buildTrace({ id: "next", ...SCOPE, origin }, next.entries), next.entries, []);
  const queried: string[] = [];
  const outline: TraceStore["outline"] = (scope, traceId, range) => {
    queried.push(`${traceId} ${range.after}-${range.until}`);
    return traces.outline(scope, traceId, range);
  };
  return { traces: { ...traces, outline }, queried: queried, entries: log.entries };
}

describe("readOutline", () => {
  it("reads few pages, complete and in order, without contents", async () => {
    const { traces, queried: queried, entries } = await createWorld();
    const unread: TraceStore = {
      ...traces,
      entries: () => Promise.reject(new Error("read contents")),
    };
    const trace = await traces.get(SCOPE, "first");
    if (trace === undefined) throw new Error("missing trace");
    const read = await readOutline({ traces: unread, scope: SCOPE }, trace);
    expect(read.lastSequence).toBe(ENTRIES);
    expect(read.entries).toEqual(entries.flatMap((entry) => toOutline(entry) ?? []));
    expect(queried).toEqual(["first 0-5000", "first 5000-10000", "first 10000-12000"]);
  });

  it("starts with the shared part of a continued run and reads nothing beyond it", async () => {
    const { traces, queried: queried } = await createWorld();
    const trace = await traces.get(SCOPE, "next");
    if (trace === undefined) throw new Error("missing trace");
    const read = await readOutline({ traces, scope: SCOPE }, trace);
    expect(read.entries.map((entry) => entry.q)).toEqual(
      Array.from({ length: ENTRIES / 2 + 1 }, (_, index) => index + 1),
    );
    expect(queried).toEqual(["first 0-5000", "first 5000-6000", "next 6000-6001"]);
  });
});
