import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import { filler } from "../compaction/sessions.ts";
import { encodeStream, type Reply, type WireAnswer } from "./model-server.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const STEPS = 120;
/** A step that takes longer waited for a summary until the run's patience of six seconds ended. */
const STEP_MS = 5_500;

/** Writes long texts between small results, so that only summaries keep the run in its window. */
async function think(
  summary: () => Reply,
  compaction: object,
): Promise<{ readonly outcome: Outcome; readonly waits: number }> {
  let step = 0;
  let before = performance.now();
  let waits = 0;
  const outcome = await runScenario({
    contextWindow: 16_000,
    limits: { maxSteps: 300, compaction },
    tools: createTestTools([
      defineTool({
        name: "count",
        description: "Counts.",
        input: z.strictObject({ page: z.number() }),
        annotations: { readOnlyHint: true },
        execute: ({ page }) => `Page ${page} has ${page * 7} lines.`,
      }),
    ]),
    script: ({ body }): Reply | WireAnswer => {
      if (body.includes("<runtime-request>")) return summary();
      const sinceAnswerMs = performance.now() - before;
      before += sinceAnswerMs;
      if (sinceAnswerMs > STEP_MS) waits += 1;
      step += 1;
      if (step > STEPS) return { text: "All lines are counted." };
      return {
        text: filler(step, 1_300),
        calls: [{ id: `c${step}`, name: "count", arguments: `{"page":${step}}` }],
      };
    },
  });
  return { outcome, waits };
}

/** The beginning of a stream. */
const started = encodeStream({ text: "## 1. Primary request" }).slice(0, 300);

it.concurrent.each([
  ["never answers, asked ahead", (): Reply => ({ kind: "silence" }), {}],
  ["never answers, asked at the limit", (): Reply => ({ kind: "silence" }), { prepareAbove: 1e9 }],
  ["never ends", (): Reply => ({ kind: "bytes", bytes: started, end: "comments" }), { prepareAbove: 1e9 }],
])(
  "loses at most ten seconds to a summarizer that %s, over many compactions",
  async (_, summary, compaction) => {
    const { outcome, waits } = await think(summary, compaction);
    expect(outcome.trace.status).toBe("completed");
    const finished = outcome.events("compaction.finished");
    expect(finished.length).toBeGreaterThan(3);
    expect(new Set(finished.map(({ data }) => data.source))).toEqual(new Set(["extractive"]));
    const failed = outcome.events("compaction.failed");
    expect(failed[0]?.data.problem).toBe("endless");
    // One wait is within ten seconds. How long a busy machine makes of it is another matter.
    expect(waits).toBeLessThanOrEqual(1);
  },
);
