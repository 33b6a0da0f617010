import fc from "fast-check";
import { expect, it } from "vitest";
import { costlyRuns } from "../../src/testing/soak.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { liveThroughTree, type TreeRequest } from "./tree-lives.ts";

/** The use of one answer. A reservation is larger, so that several runs of a tree compete for what is left. */
const usage = { prompt_tokens: 3_000, completion_tokens: 1_000 };
const CALL_TOKENS = 4_000;

/** Runs of the greatest depth read twice; the others hand out one task for each child. */
function branching({ fan, depth }: { readonly fan: number; readonly depth: number }) {
  return ({ task, results }: TreeRequest): WireAnswer => {
    const level = task === "Do it" ? 0 : task.split(".").length;
    if (level === depth)
      return results.length < 2
        ? { usage, calls: [{ id: `r${results.length}`, name: "poll", arguments: "{}" }] }
        : { usage, text: "done" };
    if (results.length > 0) return { usage, text: "done" };
    const prefix = level === 0 ? "" : `${task}.`;
    const calls = Array.from({ length: fan }, (_, index) => ({
      ...{ id: `t${index}`, name: "task", arguments: JSON.stringify({ prompt: `${prefix}${index}` }) },
    }));
    return { usage, calls };
  };
}

it("never spend more together than the budget of their root and one call, apart from its last one", async () => {
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({ fan: fc.integer({ min: 1, max: 5 }), depth: fc.integer({ min: 1, max: 2 }) }),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 0, max: 30 }),
      async (shape, calls, deathAt) => {
        const allowed = calls * CALL_TOKENS - 100;
        const tree = await liveThroughTree({
          ...{ script: branching(shape), budget: `${allowed}tok`, hasPeople: false, deathAt },
        });
        const family = await tree.family();
        const spent = family.reduce((sum, { totals }) => sum + totals.inputTokens + totals.outputTokens, 0);
        expect(spent).toBeLessThanOrEqual(allowed + 2 * CALL_TOKENS);
        expect(family.filter(({ status }) => status === "running" || status === "waiting")).toEqual([]);
        const root = family[0];
        if (root?.status === "failed") {
          reached += 1;
          expect(root.failure?.code).toBe("LIMIT_REACHED");
        } else expect(root?.status).toBe("completed");
      },
    ),
    {
      ...costlyRuns(80),
      // A process dies after a run of the second level has spent, and another one resumes all of them.
      examples: [[{ fan: 5, depth: 2 }, 4, 29]],
    },
  );
  expect(reached).toBeGreaterThan(0);
});
