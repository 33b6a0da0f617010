import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { requestTokens } from "../../src/compaction/clear.ts";
import { replayTranscript, type ReplayStep } from "../../src/compaction/replay-transcript.ts";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { createAssembler } from "../../src/context/assemble.ts";
import { needsSummary } from "../../src/compaction/summarise.ts";
import { viewOf } from "../../src/context/view.ts";
import { windowBudget } from "../../src/compaction/window-budget.ts";
import { usableTokens } from "../../src/context/usable-tokens.ts";
import { planClear } from "../../src/compaction/clear.ts";
import type { RunEvent } from "../../src/log/run-event.ts";
import { readEntry } from "../../src/log/upcast.ts";
import { checkView, noViolations, collectOutputs } from "../../src/testing/check-view.ts";
import { chatSession, filler } from "./sessions.ts";
import { summarisers } from "./summarisers.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4) };

const length = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9_000 }));
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("user", "answer"),
      length: fc.integer({ min: 1, max: 900 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("calls"),
      results: fc.array(length, { minLength: 1, maxLength: 4 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const transcript = fc
  .array(step, { minLength: 1, maxLength: 90, size: "max" })
  .map((steps) => steps.flatMap(messagesOf));
const fields = {
  messages: transcript,
  summariser: fc.constantFrom(...Object.keys(summarisers)),
  /** Whether summaries are written ahead. */
  ahead: fc.boolean(),
};
const world = fc.record({ ...fields, window: fc.integer({ min: 4_000, max: 40_000 }) });

function messagesOf(given: Step, position: number): readonly TranscriptMessage[] {
  const first: readonly TranscriptMessage[] =
    position === 0 ? [{ role: "user", content: "The task: keep every rule." }] : [];
  if (!("results" in given))
    return [
      ...first,
      { role: given.kind === "user" ? "user" : "assistant", content: filler(position, given.length) },
    ];
  const ids = given.results.map((_, index) => `c${position}_${index}`);
  return [
    ...first,
    {
      role: "assistant",
      content: null,
      tool_calls: ids.map((id) => ({ id, function: { name: "read", arguments: `{"path":"src/${id}.ts"}` } })),
    },
    ...ids.map((id, index) => ({
      role: "tool",
      tool_call_id: id,
      content: filler(position * 10 + index, given.results[index] ?? 1),
    })),
  ];
}

async function replay(
  given: { messages: readonly TranscriptMessage[]; window: number; summariser: string; ahead?: boolean },
  onStep: (step: ReplayStep) => void,
): Promise<void> {
  await replayTranscript(given.messages, {
    window: given.window,
    ahead: given.ahead ?? false,
    tokenizer,
    sha256,
    summarise: async (view) => (await summarisers[given.summariser]?.(view)) ?? "",
    onStep,
  });
}

it(
  "for any log and window: in budget, paired, no user message lost, every placeholder leads to its original",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const violations = noViolations();
        const { window } = given;
        const outputs = collectOutputs(given.messages);
        await replay(given, (now) => checkView(now, { window, outputs }, violations));
        // In a truly small window the newest ten may be shown in part, with the whole in the archive; none is lost.
        expect({ ...violations, users: [] }).toEqual(noViolations());
        expect(violations.users.filter((text) => text.includes("lost"))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  },
);

it(
  "a request is within its window, however small that is, or a typed error says what fills it",
  { timeout: 60_000 },
  async () => {
    const tiny = fc.record({ ...fields, window: fc.integer({ min: 200, max: 6_000 }) });
    const seen = { sent: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(tiny, fc.integer({ min: 0, max: 4_000 }), async (given, instructions) => {
        const system = { role: "system", content: filler(1, instructions) };
        const { window } = given;
        await replay({ ...given, messages: [system, ...given.messages] }, ({ view, blobs, fixedTokens }) => {
          const options = {
            sendReasoning: false,
            toolCalls: "native" as const,
            blobText: blobs.get.bind(blobs),
          };
          const text = {
            kind: "instructions" as const,
            text: system.content,
            blob: "b",
            tokens: fixedTokens,
          };
          const assembled = createAssembler(options, view).assemble({
            ...{ model: "m", window, quirks: "openai", parameters: "{}", sentUpTo: 0, sha256 },
            ...{ system: [text], tools: null, tail: null },
          });
          expect(assembled.report.totalTokens).toBe(requestTokens(view, fixedTokens));
          const isWithin = assembled.report.totalTokens <= usableTokens(window);
          seen[isWithin ? "sent" : "refused"] += 1;
          if (isWithin) expect(assembled.ok).toBe(true);
          else expect(assembled).toMatchObject({ ok: false, failure: { code: "CONTEXT_TOO_LONG" } });
        });
      }),
      { numRuns: 40 },
    );
    expect(Math.min(seen.sent, seen.refused)).toBeGreaterThan(20);
  },
);

it(
  "the view is a fold of the log: extended step by step or built at once it is the same, and the log stays as it was",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const texts: string[] = [];
        await replay(given, ({ view, entries }) => {
          const again = viewOf(entries, tokenizer);
          expect(shape(again)).toEqual(shape(view));
          for (const [index, text] of texts.entries())
            if (index % 7 === 0) expect(JSON.stringify(entries[index])).toBe(text);
          for (const entry of entries.slice(texts.length)) texts.push(JSON.stringify(entry));
        });
        for (const text of texts) expect(readEntry(JSON.parse(text)).kind).not.toBe("unknown");
      }),
      { numRuns: 25 },
    );
  },
);

it(
  "what was compacted is not compacted again: no layer finds anything to do in its own output",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const budget = windowBudget(given.window);
        await replay(given, ({ view, fixedTokens, compacted }) => {
          if (!compacted) return;
          expect(planClear(view, budget, fixedTokens)).toBeNull();
          expect(needsSummary(view, budget, fixedTokens)).toBe(false);
        });
      }),
      { numRuns: 100 },
    );
  },
);

it("the tokens that an event tells are those of the view after it", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      await replay(given, ({ view, entries, fixedTokens, compacted }) => {
        const event = entries.at(-1);
        if (!compacted || event === undefined || !changesView(event as RunEvent)) return;
        expect((event as Extract<RunEvent, { type: "context.cleared" }>).data.afterTokens).toBe(
          requestTokens(view, fixedTokens),
        );
      });
    }),
    { numRuns: 60 },
  );
});

it("a view that is nothing but the output of a compaction is not summarised, new work after it is", async () => {
  let summaries = 0;
  const long = Array.from({ length: 400 }, (_, turn): TranscriptMessage[] => [
    { role: "user", content: `Do part ${turn}` },
    { role: "assistant", content: filler(turn, 1_000) },
  ]).flat();
  await replay({ messages: long, window: 8_000, summariser: "good" }, ({ entries }) => {
    summaries = entries.filter(
      (entry) => entry.kind === "event" && entry.type === "compaction.finished",
    ).length;
  });
  expect(summaries).toBeGreaterThan(5);
  const view = viewOf([], tokenizer);
  expect(needsSummary(view, windowBudget(100), 1_000)).toBe(false);
});

function changesView(event: RunEvent): boolean {
  return event.type === "context.cleared" || event.type === "compaction.finished";
}

function shape(view: ReturnType<typeof viewOf>): unknown {
  const { items, tokens, head, sequence, epoch, brokenAt, ripeTokens, breaker, steps, logTokens } = view;
  const { prepared, fixedTokens } = view;
  return {
    items: items.map((item) => [item.message.sequence, item.tokens, item.placeholder]),
    ...{ tokens, head, sequence, epoch, brokenAt, ripeTokens, breaker, steps, logTokens },
    ...{ prepared, fixedTokens },
    fresh: view.fresh.map(({ item }) => item.message.sequence),
    users: view.users.length,
    folded: [...view.folded.files.keys()],
  };
}

it("after three failed summaries in a row the model is not asked again until the log grew by a quarter", async () => {
  let asked = 0;
  let entries: ReplayStep["entries"] = [];
  await replayTranscript(chatSession(300), {
    window: 12_000,
    tokenizer,
    sha256,
    summarise: async () => {
      asked += 1;
      return " ";
    },
    onStep: (now) => {
      entries = now.entries;
    },
  });
  const failed = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "compaction.failed" ? [entry.data] : [],
  );
  const finished = entries.filter((entry) => entry.kind === "event" && entry.type === "compaction.finished");
  expect(failed.slice(0, 3).map((data) => data.failuresInRow)).toEqual([1, 2, 3]);
  expect(asked).toBe(failed.length);
  expect(failed.length).toBeGreaterThan(3);
  expect(finished.length).toBeGreaterThan(failed.length);
  for (const [index, data] of failed.slice(3).entries())
    expect(data.logTokens).toBeGreaterThanOrEqual((failed[index + 2]?.logTokens ?? 0) * 1.25);
});

it(
  "however long results are, its front stays the same for at least 30 steps, shortest previews and all",
  { timeout: 60_000 },
  async () => {
    const long = fc.record({
      lengths: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 80, maxLength: 140 }),
      window: fc.integer({ min: 24_000, max: 70_000 }),
    });
    await fc.assert(
      fc.asyncProperty(long, async ({ lengths, window }) => {
        const messages = lengths.flatMap((size, position) =>
          messagesOf({ kind: "calls", results: [size] }, position),
        );
        let broken = 0;
        await replay({ messages, window, summariser: "good" }, ({ view, compacted }) => {
          if (!compacted) return;
          expect(view.steps - broken).toBeGreaterThanOrEqual(30);
          broken = view.steps;
        });
      }),
      { numRuns: 40 },
    );
  },
);
