import { expect, it } from "vitest";
import { z } from "zod";
import { COMPACT_CONTEXT_TOOL } from "../../src/log/tool-names.ts";
import { defineTool } from "../../src/ports/tool.ts";
import { filler } from "../compaction/sessions.ts";
import type { WireAnswer } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools, type TestTools } from "./test-tools.ts";

const PAGES = 24;

function tools(): TestTools {
  let pages = 0;
  const fetchPage = defineTool({
    name: "fetch_page",
    description: "Fetches a page.",
    input: z.strictObject({ page: z.number() }),
    annotations: { readOnlyHint: true },
    execute: async () => ({ title: "page", output: filler((pages += 1), 3_000) }),
  });
  const compact = defineTool({
    name: COMPACT_CONTEXT_TOOL,
    description: "Requests a compaction.",
    input: z.strictObject({ focus: z.string().optional() }),
    annotations: { readOnlyHint: true },
    execute: async () => ({ title: "requested", output: "Compaction requested." }),
  });
  return createTestTools([fetchPage, compact]);
}

/** Reads its pages; requests a compaction before the pages in `requestsBefore`. */
function reader(requestsBefore: readonly number[]): (request: { readonly body: string }) => WireAnswer {
  let page = 0;
  const requested = new Set<number>();
  return ({ body }) => {
    if (body.includes("<runtime-request>")) return { text: "## 1. Primary request and intent\nRead." };
    if (requestsBefore.includes(page + 1) && !requested.has(page + 1)) {
      requested.add(page + 1);
      const focus = JSON.stringify({ focus: `what page ${page} says` });
      return { text: "", calls: [{ id: `wish_${page}`, name: COMPACT_CONTEXT_TOOL, arguments: focus }] };
    }
    page += 1;
    if (page > PAGES) return { text: "Done." };
    return {
      text: `Page ${page}`,
      calls: [{ id: `p${page}`, name: "fetch_page", arguments: `{"page":${page}}` }],
    };
  };
}

it("lets the model request a compaction with a focus, once in ten steps", async () => {
  const outcome = await runScenario({ script: reader([12, 14]), tools: tools(), limits: { maxSteps: 100 } });
  expect(outcome.trace.status).toBe("completed");
  const finished = outcome.events("compaction.finished");
  expect(finished.map(({ data }) => [data.reason, data.focus])).toEqual([["asked", "what page 11 says"]]);
  const summary = outcome.requests.find((request) => request.body.includes("<runtime-request>"));
  expect(summary?.body).toContain("what page 11 says");
});

// Results keep their full length; otherwise they would share the remainder of this low limit.
const LOW = { summariseAbove: 6_000, clearLastsSteps: 0 };

it.each([
  ["the agent", { limits: { maxSteps: 100, compaction: LOW } }],
  ["the model", { limits: { maxSteps: 100 }, thresholds: LOW }],
  [
    "the agent over those of the model",
    { limits: { maxSteps: 100, compaction: LOW }, thresholds: { summariseAbove: 60_000 } },
  ],
])("uses thresholds of %s instead of shares of the window", async (_, options) => {
  const outcome = await runScenario({ script: reader([]), tools: tools(), ...options });
  const finished = outcome.events("compaction.finished");
  expect(finished.length).toBeGreaterThan(0);
  for (const { data } of finished) {
    expect(data.beforeTokens).toBeLessThan(12_000);
    // The history has half of what some 300 tokens of instructions and tools leave.
    expect(data.afterTokens).toBeLessThanOrEqual(3_200);
  }
});

it("reports the cache break of a compaction with one call only, the first after it", async () => {
  const outcome = await runScenario({ script: reader([12]), tools: tools(), limits: { maxSteps: 100 } });
  const [compaction] = outcome.events("compaction.finished");
  const calls = outcome.events("call.started").filter(({ data }) => data.purpose === "step");
  const next = calls.find(({ sequence }) => sequence > (compaction?.sequence ?? Infinity));
  const broken = calls.filter(({ data }) => data.report.cacheBreak?.reason === "summarised");
  expect(broken.map(({ sequence }) => sequence)).toEqual([next?.sequence]);
  const following = calls[calls.findIndex((call) => call === next) + 1];
  const summary = following?.data.report.segments.find(({ kind }) => kind === "summary");
  expect(summary?.cached).toBe(true);
});
