import { expect, it } from "vitest";
import { z } from "zod";
import { createInMemoryStores } from "../../src/adapters/in-memory/index.ts";
import type { Entry } from "../../src/log/entry.ts";
import { COMPACT_CONTEXT_TOOL } from "../../src/log/tool-names.ts";
import { newRun } from "../../src/new-run.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { readLog } from "../../src/reading/read-log.ts";
import { run } from "../../src/run.ts";
import { createTestClock, testAgent } from "../../src/testing/builders.ts";
import { compactContextTool } from "../../src/tools/compact-context.ts";
import { assertRunLaws } from "../http/assert-run-laws.ts";
import { startModelServer, type WireAnswer } from "../http/model-server.ts";
import { createScenarioPorts, SCOPE } from "../http/run-scenario.ts";
import { createTestTools, type TestTools } from "../http/test-tools.ts";
import { createCrashingStore, type Crash, runToDeath } from "../laws/crashing-store.ts";
import { filler } from "./sessions.ts";

const LEASE_MS = 60_000;
const PAGES = 12;
/** After this page the model requests its compaction. */
const REQUESTED_AFTER = 10;
const FOCUS = "what page 10 says";

/** The output of the tool `known` for each file, by call. */
type Known = string[];

function createTools(known: Known): TestTools {
  const fetchPage = defineTool({
    name: "fetch_page",
    description: "Fetches a page and reads two files.",
    input: z.strictObject({ page: z.number() }),
    annotations: { readOnlyHint: true },
    execute: async ({ page }, { files }) => {
      files.remember(`${page}.txt`, `hash ${page}`);
      files.remember(`${page}.json`, `hash ${page} of json`);
      return await Promise.resolve({ title: "page", output: filler(page, 3_000) });
    },
  });
  const knownFiles = defineTool({
    name: "known",
    description: "Reports the known state of two files.",
    input: z.strictObject({}),
    annotations: { readOnlyHint: true },
    execute: async (_, { files }) => {
      known.push(`${files.lastHash("10.txt")}, ${files.lastHash("10.json")}`);
      return await Promise.resolve({ title: "known", output: "done" });
    },
  });
  return createTestTools([fetchPage, knownFiles, compactContextTool]);
}

/** Reads pages, requests one compaction, queries the known files, and ends. The step is derived from the request. */
function answer(body: string, seen: Set<string>): WireAnswer {
  if (body.includes("<runtime-request>")) return { text: "## 1. Primary request and intent\nRead." };
  for (const [, id] of body.matchAll(/(page_\d+|wish|question)/gu)) seen.add(id ?? "");
  const call = (id: string, name: string, input: object): WireAnswer => ({
    text: id,
    calls: [{ id, name, arguments: JSON.stringify(input) }],
  });
  const pages = [...seen].filter((id) => id.startsWith("page_")).length;
  if (pages >= REQUESTED_AFTER && !seen.has("wish"))
    return call("wish", COMPACT_CONTEXT_TOOL, { focus: FOCUS });
  if (pages < PAGES) return call(`page_${pages + 1}`, "fetch_page", { page: pages + 1 });
  return seen.has("question") ? { text: "Done." } : call("question", "known", {});
}

async function live(deaths: readonly Crash[]): Promise<{
  readonly entries: readonly Entry[];
  readonly known: Known;
}> {
  const seen = new Set<string>();
  const known: Known = [];
  const server = await startModelServer(({ body }) => ({ kind: "answer", answer: answer(body, seen) }));
  try {
    const clock = createTestClock();
    const stores = createInMemoryStores(clock);
    const ports = createScenarioPorts({ baseUrl: server.baseUrl, tools: createTools(known), stores, clock });
    const newTrace = newRun(
      {
        ...{ scope: SCOPE, conversationId: null, text: "Read all pages", agent: testAgent, models: ["mock"] },
        ...{ projectFolder: null, origin: null },
      },
      ports,
    );
    await stores.traces.create(SCOPE, newTrace.trace, newTrace.entries, newTrace.blobs);
    for (const death of [...deaths, null]) {
      clock.advance(LEASE_MS + 1);
      const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
      if (claimed === undefined) break;
      const traces = createCrashingStore(stores.traces, death, []);
      await runToDeath(run({ ...claimed, ports: { ...ports, traces } }));
    }
    const trace = await stores.traces.get(SCOPE, newTrace.trace.id);
    if (trace === undefined) throw new Error("missing trace");
    expect(trace.status).toBe("completed");
    const entries = await readLog({ traces: stores.traces, scope: SCOPE }, trace);
    await assertRunLaws({ entries, requests: server.requests, blobs: stores.blobs });
    return { entries, known };
  } finally {
    await server.close();
  }
}

function finished(entries: readonly Entry[]): readonly unknown[] {
  return entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "compaction.finished"
      ? [[entry.data.reason, entry.data.focus]]
      : [],
  );
}

const DEATHS: readonly (readonly [string, readonly Crash[]])[] = [
  ["nowhere", []],
  ["with the result of the request", [{ result: COMPACT_CONTEXT_TOOL }]],
  ["when the compaction starts", [{ event: "compaction.started", committed: false }]],
  ["after the compaction started", [{ event: "compaction.started", committed: true }]],
  ["before the summary is stored", [{ event: "compaction.finished", committed: false }]],
  ["after the summary was stored", [{ event: "compaction.finished", committed: true }]],
];

it.each(DEATHS)(
  "compacts once on request and keeps known files when the process dies %s",
  async (_, deaths) => {
    const { entries, known } = await live(deaths);
    expect(finished(entries)).toEqual([["asked", FOCUS]]);
    expect(known).toEqual(["hash 10, hash 10 of json"]);
  },
);
