import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import { filler } from "../compaction/sessions.ts";
import type { Reply, WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const REAL_WINDOW = 16_384;
const STEPS = 40;

/** Works through pages at an endpoint whose window is smaller than configured. */
async function work(options: {
  readonly pagesPerStep: number;
  readonly refuse: (tokens: number) => Reply;
}): Promise<{
  readonly outcome: Outcome;
  readonly refused: readonly number[];
  readonly accepted: readonly number[];
}> {
  const refused: number[] = [];
  const accepted: number[] = [];
  let step = 0;
  const outcome = await runScenario({
    contextWindow: 128_000,
    limits: { maxSteps: 100 },
    tools: createTestTools([
      defineTool({
        name: "fetch_page",
        description: "Fetches a page.",
        input: z.strictObject({ page: z.number() }),
        annotations: { readOnlyHint: true },
        execute: ({ page }) => filler(page, 6_000),
      }),
    ]),
    script: ({ body }): Reply | WireAnswer => {
      const tokens = Math.ceil(body.length / 4);
      if (tokens > REAL_WINDOW) {
        refused.push(tokens);
        return options.refuse(tokens);
      }
      accepted.push(tokens);
      if (body.includes("<runtime-request>")) return { text: "## 8. Current work\nReading pages." };
      step += 1;
      if (step > STEPS) return { text: "Read." };
      const pages = Array.from({ length: options.pagesPerStep }, (_, index) => step * 100 + index);
      return {
        calls: pages.map((page) => ({ id: `p${page}`, name: "fetch_page", arguments: `{"page":${page}}` })),
      };
    },
  });
  return { outcome, refused, accepted };
}

const named = (tokens: number): Reply => ({
  kind: "status",
  status: 400,
  error: {
    message: `This model's maximum context length is ${REAL_WINDOW} tokens. However, your messages resulted in ${tokens} tokens.`,
    code: "context_length_exceeded",
  },
});
const unnamed = (): Reply => ({ kind: "status", status: 413, error: { message: "Request too large" } });

it.each([
  ["names its window, after small steps", named, 1],
  ["names no window, after small steps", unnamed, 1],
  ["names its window, after steps larger than it", named, 14],
  ["names no window, after steps larger than it", unnamed, 14],
])(
  "learns the real window of an endpoint that %s, with at most two refusals in a run",
  async (_, refuse, pagesPerStep) => {
    const { outcome, refused, accepted } = await work({ refuse, pagesPerStep });
    expect(outcome.trace.status).toBe("completed");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(2);
    const learned = outcome.events("endpoint.learned").map(({ data }) => data);
    expect(learned).toHaveLength(refused.length);
    expect(learned[0]).toMatchObject({
      model: "mock",
      source: refuse === named ? "message" : "refused_size",
    });
    const { contextWindow = 0 } = learned.at(-1) ?? {};
    expect(contextWindow).toBeLessThanOrEqual(REAL_WINDOW);
    expect(contextWindow).toBeGreaterThan(REAL_WINDOW / 4);
    // Later requests use the window that was learned, and not less than it needs.
    expect(Math.max(...accepted)).toBeGreaterThan(contextWindow / 2);
    const reports = outcome.events("call.started").filter(({ data }) => data.purpose === "step");
    expect(reports.at(-1)?.data.report.window).toBe(contextWindow);
  },
);
