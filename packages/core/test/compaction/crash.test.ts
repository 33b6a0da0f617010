import { expect, it } from "vitest";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { Entry } from "../../src/log/entry.ts";
import type { AppendBatch } from "../../src/ports/trace-store.ts";
import { newRun } from "../../src/new-run.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { run } from "../../src/run.ts";
import { createTestClock, testAgent } from "../../src/testing/builders.ts";
import { IS_SOAK } from "../../src/testing/soak.ts";
import { assertRunLaws } from "../http/assert-run-laws.ts";
import { assertValidRequest } from "../http/assert-valid-request.ts";
import { filler } from "./sessions.ts";
import { longTools } from "../http/long-tools.ts";
import { startModelServer, type WireAnswer } from "../http/model-server.ts";
import { createScenarioPorts, SCOPE } from "../http/run-scenario.ts";
import { createCrashingStore, type Crash, runToDeath } from "../laws/crashing-store.ts";

const LEASE_MS = 60_000;
/** Enough for this many appends that belong to a compaction. In soak, the process dies before and after each; otherwise before one and after the next. */
const [STEPS, DEATHS] = [14, 8];
const SUMMARY: WireAnswer = { text: "## 1. Primary request and intent\nRead pages." };

/** Counts steps by the pages in the request, so that a resumed process continues. */
function answer(body: string, steps: number): WireAnswer {
  if (body.includes("<runtime-request>")) return SUMMARY;
  const pages = [...body.matchAll(/page_(\d+)/gu)].map((match) => Number(match[1]));
  const next = Math.max(0, ...pages) + 1;
  if (next > steps) return { text: "Done." };
  return {
    text: filler(next, 1_600),
    calls: [{ id: `page_${next}`, name: "fetch_page", arguments: `{"page":${next}}` }],
  };
}

/** Runs to the end through the given deaths; returns the numbers of compaction-related appends in the first life. */
async function live(
  deaths: readonly Crash[],
  options: { readonly window: number; readonly steps: number; readonly clears?: boolean } = {
    window: 8_000,
    steps: STEPS,
  },
): Promise<{ readonly entries: readonly Entry[]; readonly appends: readonly number[] }> {
  const server = await startModelServer(({ body }) => ({
    kind: "answer",
    answer: answer(body, options.steps),
  }));
  try {
    const clock = createTestClock();
    const stores = createInMemoryStores(clock);
    const ports = createScenarioPorts({
      baseUrl: server.baseUrl,
      tools: longTools(),
      stores,
      clock,
      contextWindow: options.window,
    });
    const { clears = true } = options;
    const agent = clears
      ? testAgent
      : { ...testAgent, limits: { ...testAgent.limits, compaction: { clearFrees: options.window } } };
    const newTrace = newRun(
      {
        scope: SCOPE,
        conversationId: null,
        text: "Read all pages",
        agent,
        models: ["mock"],
        projectFolder: null,
        origin: null,
      },
      ports,
    );
    await stores.traces.create(SCOPE, newTrace.trace, newTrace.entries, newTrace.blobs);
    const acknowledged: Entry[] = [...newTrace.entries];
    const batches: AppendBatch[] = [];
    for (const death of [...deaths, null]) {
      clock.advance(LEASE_MS + 1);
      const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
      if (claimed === undefined) break;
      const crashing = createCrashingStore(stores.traces, death, acknowledged);
      const traces = {
        ...crashing,
        append: async (batch: AppendBatch) => {
          batches.push(batch);
          await crashing.append(batch);
        },
      };
      await runToDeath(run({ ...claimed, ports: { ...ports, traces } }));
    }
    const trace = await stores.traces.get(SCOPE, newTrace.trace.id);
    if (trace === undefined) throw new Error("missing trace");
    const entries = await readLog({ traces: stores.traces, scope: SCOPE }, trace);
    for (const entry of acknowledged) expect(entries[entry.sequence - 1]).toEqual(entry);
    expect(trace.status).toBe("completed");
    for (const { body } of server.requests) assertValidRequest(body);
    await assertRunLaws({ entries, requests: server.requests, blobs: stores.blobs });
    return {
      entries,
      appends: batches.flatMap((batch, index) => (batch.entries.some(isCompaction) ? [index + 1] : [])),
    };
  } finally {
    await server.close();
  }
}

function isCompaction(entry: Entry): boolean {
  if (entry.kind !== "event") return false;
  if (entry.type === "call.started") return entry.data.purpose === "summary";
  return entry.type.startsWith("compaction.") || entry.type === "context.cleared";
}

it("continues from the log after a process died at any point of a compaction", async () => {
  const { appends, entries } = await live([]);
  expect(entries.some((entry) => entry.kind === "event" && entry.type === "compaction.finished")).toBe(true);
  expect(appends.length).toBeGreaterThanOrEqual(DEATHS);
  for (const [index, append] of appends.slice(0, DEATHS).entries()) {
    for (const committed of IS_SOAK ? [false, true] : [index % 2 === 0]) {
      const again = await live([{ append, committed }]);
      const finished = again.entries.filter(
        (entry) => entry.kind === "event" && entry.type === "compaction.finished",
      );
      expect(finished.length).toBeGreaterThan(0);
    }
  }
});

it("keeps a finished background summary after a crash and requests an unfinished one again", async () => {
  const options = { window: 64_000, steps: 24, clears: false };
  const summaryCalls = (entries: readonly Entry[]): readonly Entry[] =>
    entries.filter(
      (entry) => entry.kind === "event" && entry.type === "call.started" && entry.data.purpose === "summary",
    );
  expect(summaryCalls((await live([], options)).entries)).toHaveLength(1);
  for (const committed of [false, true]) {
    const again = await live([{ event: "compaction.prepared", committed }], options);
    expect(summaryCalls(again.entries)).toHaveLength(committed ? 1 : 2);
    const finished = again.entries.find(
      (entry) => entry.kind === "event" && entry.type === "compaction.finished",
    );
    expect(finished).toMatchObject({ data: { source: "model" } });
  }
});
