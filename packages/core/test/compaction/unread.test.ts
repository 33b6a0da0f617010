import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replayTranscript, type ReplayStep } from "../../src/compaction/replay-transcript.ts";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { usableTokens } from "../../src/context/usable-tokens.ts";
import { buildView } from "../../src/context/view.ts";
import { costlyRuns, IS_SOAK } from "../../src/testing/soak.ts";
import { summarizers } from "../../src/testing/summarizers.ts";
import { filler } from "./sessions.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4) };
/** More than the smallest summary takes: its marker, the titles of its sections, and the ends of what people said. */
const SMALLEST_HEAD = 600;

type Run = {
  readonly messages: readonly TranscriptMessage[];
  readonly window: number;
  readonly summarizer: string;
  readonly ahead?: boolean;
};

/** Replays a run and returns the results that a request lacks although the model has not seen them, and the number of summaries. */
async function hiddenResults({ messages, window, summarizer, ahead = false }: Run): Promise<{
  readonly hidden: readonly string[];
  readonly hiddenWithRoom: readonly string[];
  readonly summaries: number;
}> {
  const hidden: string[] = [];
  const hiddenWithRoom: string[] = [];
  const last = await replayTranscript(messages, {
    ...{ window, tokenizer, sha256, backgroundSummaries: ahead },
    summarize: async (view) => (await summarizers[summarizer]?.(view)) ?? "",
    onStep: (step) => {
      const missing = missingResults(step);
      hidden.push(...missing);
      if (step.fixedTokens + newestTokens(step) + SMALLEST_HEAD <= usableTokens(window))
        hiddenWithRoom.push(...missing);
    },
  });
  const summaries = last.entries.filter(
    (entry) => entry.kind === "event" && entry.type === "compaction.finished",
  ).length;
  return { hidden, hiddenWithRoom, summaries };
}

/** The entries from the newest answer on. */
function newestEntries({ entries }: ReplayStep): ReplayStep["entries"] {
  return entries.slice(
    entries.findLastIndex((entry) => entry.kind === "message" && entry.role === "assistant"),
  );
}

/** The calls whose results arrived since the newest answer and are not shown as they arrived. */
function missingResults(step: ReplayStep): readonly string[] {
  const shown = new Set(
    step.view.items.flatMap(({ message, placeholder }) => (placeholder === null ? [message.sequence] : [])),
  );
  return newestEntries(step).flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" && !shown.has(entry.sequence)
      ? [`${entry.toolCallId} before step ${step.view.steps}`]
      : [],
  );
}

/** The tokens of the newest answer and of everything after it. */
function newestTokens(step: ReplayStep): number {
  const messages = newestEntries(step).filter((entry) => entry.kind === "message");
  return buildView(messages, tokenizer).tokens;
}

/** A step with one call for each length. */
function calls(position: number, lengths: readonly number[]): readonly TranscriptMessage[] {
  const ids = lengths.map((_, index) => `c${position}_${index}`);
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({ id, function: { name: "read", arguments: `{"path":"src/${id}.ts"}` } })),
    },
    ...ids.map((id, index) => ({
      ...{ role: "tool", tool_call_id: id },
      content: filler(position * 10 + index, lengths[index] ?? 1),
    })),
  ];
}

const system = (tokens: number): TranscriptMessage => ({ role: "system", content: filler(1, tokens * 4) });
const TASK: TranscriptMessage = { role: "user", content: "Read all, and keep every rule." };

describe("a result that the model has not seen", () => {
  const length = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 9_000 }));
  const step = fc.record({
    lengths: fc.array(length, { minLength: 1, maxLength: 6 }),
    /** Characters that a person says while the calls run. */
    said: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_200 })),
  });
  const run = fc.record({
    steps: fc.array(step, { minLength: 10, maxLength: 40, size: "max" }),
    window: fc.integer({ min: 5_000, max: 40_000 }),
    /** Instructions and tools, as a share of the usable window. */
    fixedShare: fc.double({ min: 0, max: 0.85, noNaN: true }),
    summarizer: fc.constantFrom(...Object.keys(summarizers)),
    ahead: fc.boolean(),
  });

  it("is in the next request as it arrived whenever that request can hold it", async () => {
    let summaries = 0;
    await fc.assert(
      fc.asyncProperty(run, async ({ steps, window, fixedShare, summarizer, ahead }) => {
        const messages = [
          system(Math.floor(usableTokens(window) * fixedShare)),
          TASK,
          ...steps.flatMap(({ lengths, said }, position) => [
            ...calls(position, lengths),
            ...(said === 0 ? [] : [{ role: "user", content: filler(position, said) }]),
          ]),
          { role: "assistant", content: "Done." },
        ];
        const result = await hiddenResults({ messages, window, summarizer, ahead });
        summaries += result.summaries;
        expect(result.hiddenWithRoom).toEqual([]);
      }),
      costlyRuns(100),
    );
    expect(summaries).toBeGreaterThan(0);
  });

  // The parts of a head are counted one by one, so a whole head exceeds its room by a few tokens now and then.
  it.each(Array.from({ length: IS_SOAK ? 24 : 8 }, (_, index) => 8_000 + index * (IS_SOAK ? 150 : 450)))(
    "stays while three pages at a time fill a window of 19,000 tokens beside %i tokens of tools",
    async (fixed) => {
      const pages = Array.from({ length: 40 }, (_, position) =>
        calls(position, [5_300, 5_300, 5_300]),
      ).flat();
      const messages = [system(fixed), TASK, ...pages, { role: "assistant", content: "Done." }];
      const { hidden, summaries } = await hiddenResults({ messages, window: 19_000, summarizer: "failing" });
      expect(hidden).toEqual([]);
      expect(summaries).toBeGreaterThan(5);
      // A summary for every step would cost as much as the work.
      expect(summaries).toBeLessThanOrEqual(20);
    },
  );
});
