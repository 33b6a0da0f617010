import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import { filler } from "../compaction/sessions.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools, type TestTools } from "./test-tools.ts";

const STEPS = 60;

/** Two tools with equal results; only `ledger` keeps state. */
function tools(): TestTools {
  const page = (name: string, keepsState: boolean): ReturnType<typeof defineTool> =>
    defineTool({
      name,
      keepsState,
      description: "Fetches a page.",
      input: z.strictObject({ page: z.number() }),
      annotations: { readOnlyHint: true },
      execute: async (input) => ({ title: name, output: filler(Number(input.page), 1_200) }),
    });
  return createTestTools([page("ledger", true), page("fetch_page", false)]);
}

it("clears results of ordinary tools but never of tools that keep state", async () => {
  let step = 0;
  const outcome = await runScenario({
    script: () => {
      step += 1;
      if (step > STEPS) return { text: "Read." };
      const name = step % 4 === 0 ? "ledger" : "fetch_page";
      return { text: "", calls: [{ id: `call_${step}`, name, arguments: `{"page":${step}}` }] };
    },
    tools: tools(),
    thresholds: { clearAbove: 4_000, clearFrees: 1_000, clearLastsSteps: 1 },
    limits: { maxSteps: 100 },
  });
  const cleared = new Set(outcome.events("context.cleared").flatMap((event) => event.data.sequences));
  const names = outcome.entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" && cleared.has(entry.sequence) ? [entry.toolName] : [],
  );
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names)).toEqual(new Set(["fetch_page"]));
});
