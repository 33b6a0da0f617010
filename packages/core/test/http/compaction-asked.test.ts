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
    description: "Asks for a compaction.",
    input: z.strictObject({ focus: z.string().optional() }),
    annotations: { readOnlyHint: true },
    execute: async () => ({ title: "asked", output: "It comes." }),
  });
  return createTestTools([fetchPage, compact]);
}

/** Reads its pages; asks for a compaction before those that `asksBefore` names. */
function reader(asksBefore: readonly number[]): (request: { readonly body: string }) => WireAnswer {
  let page = 0;
  const asked = new Set<number>();
  return ({ body }) => {
    if (body.includes("<runtime-request>")) return { text: "## 1. Primary request and intent\nRead." };
    if (asksBefore.includes(page + 1) && !asked.has(page + 1)) {
      asked.add(page + 1);
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

it("the model may ask for a compaction with a focus, and is heard once in ten steps", async () => {
  const outcome = await runScenario({ script: reader([12, 14]), tools: tools(), limits: { maxSteps: 100 } });
  expect(outcome.trace.status).toBe("completed");
  const finished = outcome.events("compaction.finished");
  expect(finished.map(({ data }) => [data.reason, data.focus])).toEqual([["asked", "what page 11 says"]]);
  const summary = outcome.requests.find((request) => request.body.includes("<runtime-request>"));
  expect(summary?.body).toContain("what page 11 says");
});

// Results as long as they come: otherwise they share what is left of so low a limit.
const LOW = { summariseAbove: 6_000, clearLastsSteps: 0 };

it.each([
  ["the agent", { limits: { maxSteps: 100, compaction: LOW } }],
  ["the model", { limits: { maxSteps: 100 }, thresholds: LOW }],
  [
    "the agent before those of the model",
    { limits: { maxSteps: 100, compaction: LOW }, thresholds: { summariseAbove: 60_000 } },
  ],
])("thresholds of %s stand instead of shares of the window", async (_, given) => {
  const outcome = await runScenario({ script: reader([]), tools: tools(), ...given });
  const finished = outcome.events("compaction.finished");
  expect(finished.length).toBeGreaterThan(0);
  for (const { data } of finished) {
    expect(data.beforeTokens).toBeLessThan(12_000);
    expect(data.afterTokens).toBeLessThanOrEqual(3_000);
  }
});
