import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool, type Tool } from "../../src/ports/tool.ts";
import { MAX_PARALLEL_TOOLS } from "../../src/tunables.ts";
import { runScenario, type Outcome } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

/**
 * A read-only tool whose calls end in a chosen order: `ranks` orders the calls that run at the same time. Calls wait until as many run as
 * can, so that the order never depends on timing.
 */
function rankedTool(ranks: readonly number[]): Tool {
  const running = new Map<number, () => void>();
  let open = ranks.length;
  const endNext = (): void => {
    if (running.size < Math.min(MAX_PARALLEL_TOOLS, open)) return;
    const [next] = [...running.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
    if (next !== undefined) running.get(next)?.();
  };
  return defineTool({
    name: "ranked",
    description: "Ends when it is its turn.",
    input: z.strictObject({ index: z.number() }),
    annotations: { readOnlyHint: true },
    execute: async ({ index }, { record }) => {
      await new Promise<void>((resolve) => {
        running.set(index, resolve);
        endNext();
      });
      running.delete(index);
      open -= 1;
      endNext();
      record({ type: "file.read", data: { path: `file-${index}`, sha256: `hash-${index}` } });
      return { title: `title ${index}`, output: `content ${index}` };
    },
  });
}

/** Runs one answer with a call per rank; results arrive in the order of the ranks. */
async function runRanked(ranks: readonly number[]): Promise<Outcome> {
  const calls = ranks.map((_, index) => ({
    id: `call-${index}`,
    name: "ranked",
    arguments: JSON.stringify({ index }),
  }));
  return await runScenario({
    script: [{ calls }, { text: "done" }],
    tools: createTestTools([rankedTool(ranks)]),
  });
}

function expectOwnResults(outcome: Outcome, count: number): void {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const results = outcome.entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry] : [],
  );
  expect(results.map(({ toolCallId, title, output }) => ({ toolCallId, title, output }))).toEqual(
    indexes.map((index) => ({
      toolCallId: `call-${index}`,
      title: `title ${index}`,
      output: `content ${index}`,
    })),
  );
  expect(outcome.events("file.read").map(({ data }) => [data.toolCallId, data.path])).toEqual(
    indexes.map((index) => [`call-${index}`, `file-${index}`]),
  );
}

it("records results of parallel calls under their own calls and in call order, in any completion order", async () => {
  const order = fc
    .integer({ min: 2, max: MAX_PARALLEL_TOOLS + 4 })
    .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }));
  await fc.assert(
    fc.asyncProperty(order, async (ranks) => {
      expectOwnResults(await runRanked(ranks), ranks.length);
    }),
    { numRuns: 20, examples: [[[1, 0]], [[...Array(MAX_PARALLEL_TOOLS + 4).keys()].reverse()]] },
  );
});
