import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { replayTranscript } from "../../src/compaction/replay-transcript.ts";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { checkView, collectOutputs, noViolations, type Violations } from "../../src/testing/check-view.ts";
import { costlyRuns } from "../../src/testing/soak.ts";
import { summarizers } from "../../src/testing/summarizers.ts";
import { filler } from "./sessions.ts";

const WINDOW = 16_000;

/** A message of the person of this length, or a step with results of these lengths. */
type Part = number | readonly number[];

function toMessages(part: Part, position: number): readonly TranscriptMessage[] {
  if (typeof part === "number") return [{ role: "user", content: filler(position, part) }];
  const ids = part.map((_, index) => `c${position}_${index}`);
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({ id, function: { name: "read", arguments: `{"path":"src/${id}.ts"}` } })),
    },
    ...ids.map((id, index) => ({
      role: "tool",
      tool_call_id: id,
      content: filler(position * 10 + index, part[index] ?? 1),
    })),
  ];
}

/** Replays a session in a window of 16k and returns the laws that its requests break, and how often it was summarized. */
async function breaches(
  parts: readonly Part[],
  summarizer: string,
): Promise<{ readonly violations: Violations; readonly summaries: number }> {
  const messages = [26, ...parts].flatMap(toMessages);
  const violations = noViolations();
  const outputs = collectOutputs(messages);
  let summaries = 0;
  await replayTranscript(messages, {
    window: WINDOW,
    tokenizer: { count: (text) => Math.ceil(text.length / 4) },
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    summarize: async (view) => (await summarizers[summarizer]?.(view)) ?? "",
    onStep: (step) => {
      if (step.compacted && step.view.head !== null) summaries += 1;
      checkView(step, { window: WINDOW, outputs }, violations);
    },
  });
  return { violations, summaries };
}

it.each<[string, readonly Part[]]>([
  [
    "beside another one and long results",
    [[1], 1, [1_201], 441, 13_113, 12_441, [8_301, 29, 4_768, 105], [1], 1, [1]],
  ],
  [
    "beside the ends of older long ones",
    [9_237, 4_241, [6_033, 1_397], [7_165, 221, 121], 11_861, [1], 1, [1], 6_761, [141, 1_353, 237, 1], [1]],
  ],
])("keeps a long newest message of the person whole at 16k, %s", async (_, parts) => {
  const { violations, summaries } = await breaches(parts, "good");
  expect(violations).toEqual(noViolations());
  expect(summaries).toBeGreaterThan(0);
});

it("shows at 16k the newest message of the person whole and the newest ten by beginning and end, however long", async () => {
  const length = fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 15_000 }));
  const results = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 4 });
  const session = fc.array(fc.oneof(length, results), { minLength: 20, maxLength: 60, size: "max" });
  const summarizer = fc.constantFrom(...Object.keys(summarizers));
  await fc.assert(
    fc.asyncProperty(session, summarizer, async (parts, name) => {
      expect((await breaches(parts, name)).violations).toEqual(noViolations());
    }),
    costlyRuns(40),
  );
});
