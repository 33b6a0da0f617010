import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import type { Entry } from "../log/entry.ts";
import { toOutline } from "../log/to-outline.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import { buildLog, buildTrace, createTestClock } from "../testing/builders.ts";
import { readOutline } from "./read-outline.ts";

const SCOPE = { workspaceId: "workspace", personId: "person" };
const ENTRIES = 12_000;

/** A run of 12,000 entries and one that continues its 6,000th; `asked` collects the ranges that are read. */
async function world(): Promise<{
  readonly traces: TraceStore;
  readonly asked: string[];
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
  const asked: string[] = [];
  const skeleton: TraceStore["skeleton"] = (scope, traceId, range) => {
    asked.push(`${traceId} ${range.after}-${range.until}`);
    return traces.skeleton(scope, traceId, range);
  };
  return { traces: { ...traces, skeleton }, asked, entries: log.entries };
}

describe("the outline of a log", () => {
  it("6.4 · is read in few pages, complete and in order, without contents", async () => {
    const { traces, asked, entries } = await world();
    const unread: TraceStore = {
      ...traces,
      entries: () => Promise.reject(new Error("contents were read")),
    };
    const trace = await traces.get(SCOPE, "first");
    if (trace === undefined) throw new Error("the trace is gone");
    const read = await readOutline({ traces: unread, scope: SCOPE }, trace);
    expect(read.lastSequence).toBe(ENTRIES);
    expect(read.entries).toEqual(entries.flatMap((entry) => toOutline(entry) ?? []));
    expect(asked).toEqual(["first 0-5000", "first 5000-10000", "first 10000-12000"]);
  });

  it("of a run that continues another begins with the shared part and reads nothing beyond it", async () => {
    const { traces, asked } = await world();
    const trace = await traces.get(SCOPE, "next");
    if (trace === undefined) throw new Error("the trace is gone");
    const read = await readOutline({ traces, scope: SCOPE }, trace);
    expect(read.entries.map((entry) => entry.q)).toEqual(
      Array.from({ length: ENTRIES / 2 + 1 }, (_, index) => index + 1),
    );
    expect(asked).toEqual(["first 0-5000", "first 5000-6000", "next 6000-6001"]);
  });
});
