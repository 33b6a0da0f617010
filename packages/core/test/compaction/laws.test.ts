import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { requestTokens } from "../../src/compaction/clear.ts";
import { replayTranscript, type ReplayStep } from "../../src/compaction/replay-transcript.ts";
import type { TranscriptMessage } from "../../src/compaction/transcript-entries.ts";
import { createAssembler } from "../../src/context/assemble.ts";
import { needsSummary } from "../../src/compaction/summarize.ts";
import { createOriginals } from "../../src/compaction/find-original.ts";
import { buildView, unseenResults } from "../../src/context/view.ts";
import { windowBudget } from "../../src/compaction/window-budget.ts";
import { usableTokens } from "../../src/context/usable-tokens.ts";
import { planClear } from "../../src/compaction/clear.ts";
import type { RunEvent } from "../../src/log/run-event.ts";
import { readEntry } from "../../src/log/upcast.ts";
import { checkView, noViolations, collectOutputs } from "../../src/testing/check-view.ts";
import { chatSession, filler } from "./sessions.ts";
import { costlyRuns } from "../../src/testing/soak.ts";
import { summarizers } from "../../src/testing/summarizers.ts";

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
  .map((steps) => steps.flatMap(toMessages));
const fields = {
  messages: transcript,
  summarizer: fc.constantFrom(...Object.keys(summarizers)),
  /** Whether background summaries are enabled. */
  ahead: fc.boolean(),
};
const world = fc.record({ ...fields, window: fc.integer({ min: 4_000, max: 40_000 }) });

function toMessages(options: Step, position: number): readonly TranscriptMessage[] {
  const first: readonly TranscriptMessage[] =
    position === 0 ? [{ role: "user", content: "The task: keep every rule." }] : [];
  if (!("results" in options))
    return [
      ...first,
      { role: options.kind === "user" ? "user" : "assistant", content: filler(position, options.length) },
    ];
  const ids = options.results.map((_, index) => `c${position}_${index}`);
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
      content: filler(position * 10 + index, options.results[index] ?? 1),
    })),
  ];
}

async function replay(
  options: { messages: readonly TranscriptMessage[]; window: number; summarizer: string; ahead?: boolean },
  onStep: (step: ReplayStep) => void,
): Promise<void> {
  await replayTranscript(options.messages, {
    window: options.window,
    backgroundSummaries: options.ahead ?? false,
    tokenizer,
    sha256,
    summarize: async (view) => (await summarizers[options.summarizer]?.(view)) ?? "",
    onStep,
  });
}

it("keeps any log in budget and paired, loses no user message and resolves every placeholder", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (options) => {
      const violations = noViolations();
      const { window } = options;
      const outputs = collectOutputs(options.messages);
      await replay(options, (now) => checkView(now, { window, outputs }, violations));
      // In a very small window the newest ten may be shown in part, with the full text in the archive; none is lost.
      expect({ ...violations, users: [] }).toEqual(noViolations());
      expect(violations.users.filter((text) => text.includes("lost"))).toEqual([]);
    }),
    costlyRuns(150),
  );
});

it("keeps a request within any window or fails with a typed error", async () => {
  const tiny = fc.record({ ...fields, window: fc.integer({ min: 200, max: 6_000 }) });
  const seen = { sent: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(tiny, fc.integer({ min: 0, max: 4_000 }), async (options, instructions) => {
      const system = { role: "system", content: filler(1, instructions) };
      const { window } = options;
      await replay(
        { ...options, messages: [system, ...options.messages] },
        ({ view, blobs, fixedTokens }) => {
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
        },
      );
    }),
    costlyRuns(80),
  );
  expect(Math.min(seen.sent, seen.refused)).toBeGreaterThan(0);
});

it("folds the log into the same view step by step or in one pass, without changing the log", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (options) => {
      const texts: string[] = [];
      await replay(options, ({ view, entries }) => {
        const rebuilt = buildView(entries, tokenizer);
        expect(shape(rebuilt)).toEqual(shape(view));
        for (const [index, text] of texts.entries())
          if (index % 7 === 0) expect(JSON.stringify(entries[index])).toBe(text);
        for (const entry of entries.slice(texts.length)) texts.push(JSON.stringify(entry));
      });
      for (const text of texts) expect(readEntry(JSON.parse(text)).kind).not.toBe("unknown");
    }),
    costlyRuns(25),
  );
});

it("does not compact its own output again", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (options) => {
      const budget = windowBudget(options.window);
      await replay(options, ({ view, fixedTokens, compacted }) => {
        if (!compacted) return;
        expect(planClear(view, budget, fixedTokens)).toBeNull();
        expect(needsSummary(view, budget, fixedTokens)).toBe(false);
      });
    }),
    costlyRuns(100),
  );
});

it("records the token count of the view after the event", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (options) => {
      await replay(options, ({ view, entries, fixedTokens, compacted }) => {
        const event = entries.at(-1);
        if (!compacted || event === undefined || !changesView(event as RunEvent)) return;
        expect((event as Extract<RunEvent, { type: "context.cleared" }>).data.afterTokens).toBe(
          requestTokens(view, fixedTokens),
        );
      });
    }),
    costlyRuns(60),
  );
});

it("summarizes new work but never a view that is only the output of a compaction", async () => {
  let summaries = 0;
  const long = Array.from({ length: 400 }, (_, turn): TranscriptMessage[] => [
    { role: "user", content: `Do part ${turn}` },
    { role: "assistant", content: filler(turn, 1_000) },
  ]).flat();
  await replay({ messages: long, window: 8_000, summarizer: "good" }, ({ entries }) => {
    summaries = entries.filter(
      (entry) => entry.kind === "event" && entry.type === "compaction.finished",
    ).length;
  });
  expect(summaries).toBeGreaterThan(5);
  const view = buildView([], tokenizer);
  expect(needsSummary(view, windowBudget(100), 1_000)).toBe(false);
});

function changesView(event: RunEvent): boolean {
  return event.type === "context.cleared" || event.type === "compaction.finished";
}

function shape(view: ReturnType<typeof buildView>): unknown {
  const { items, tokens, head, sequence, epoch, brokenAt, staleTokens, breaker, steps, logTokens } = view;
  const { prepared, fixedTokens } = view;
  return {
    items: items.map((item) => [item.message.sequence, item.tokens, item.placeholder]),
    ...{ tokens, head, sequence, epoch, brokenAt, staleTokens, breaker, steps, logTokens },
    ...{ prepared, fixedTokens },
    fresh: view.recent.map(({ item }) => item.message.sequence),
    users: view.users.length,
    folded: [...view.folded.files.keys()],
  };
}

it("stops asking the model after three failed summaries in a row until the log has grown by a quarter", async () => {
  let requests = 0;
  let entries: ReplayStep["entries"] = [];
  await replayTranscript(chatSession(300), {
    window: 12_000,
    tokenizer,
    sha256,
    summarize: async () => {
      requests += 1;
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
  expect(requests).toBe(failed.length);
  expect(failed.length).toBeGreaterThan(3);
  expect(finished.length).toBeGreaterThan(failed.length);
  for (const [index, data] of failed.slice(3).entries())
    expect(data.logTokens).toBeGreaterThanOrEqual((failed[index + 2]?.logTokens ?? 0) * 1.25);
});

it("changes the front of the request once per eighth of the window that the log grows by, at most", async () => {
  const long = fc.record({
    lengths: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 80, maxLength: 140 }),
    window: fc.integer({ min: 24_000, max: 70_000 }),
  });
  await fc.assert(
    fc.asyncProperty(long, async ({ lengths, window }) => {
      const messages = lengths.flatMap((size, position) =>
        toMessages({ kind: "calls", results: [size] }, position),
      );
      let broken = 0;
      await replay({ messages, window, summarizer: "good" }, ({ view, compacted }) => {
        if (compacted) broken += 1;
        // Two changes may follow each other: one keeps a long result that is still unread, the next one shortens it.
        expect(broken * (usableTokens(window) / 8)).toBeLessThanOrEqual(view.logTokens);
      });
    }),
    costlyRuns(15),
  );
});

it("shows a result whole when it first arrives if it takes less than a third of what is free", async () => {
  const series = costlyRuns(100);
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(world, async (options) => {
      const outputs = collectOutputs(options.messages);
      await replay(options, ({ view, fixedTokens, compacted }) => {
        const unseen = unseenResults(view);
        const taken = unseen.reduce((sum, item) => sum + item.tokens, 0);
        const free = usableTokens(options.window) - requestTokens(view, fixedTokens) + taken;
        const needed = unseen.reduce(
          (sum, { message }) =>
            sum +
            (message.role === "tool" ? Math.ceil((outputs.get(message.toolCallId)?.length ?? 0) / 4) + 4 : 0),
          0,
        );
        // After a compaction there is more room than when the results arrived.
        if (compacted || needed > free / 3) return;
        for (const { message, placeholder } of unseen) {
          if (message.role !== "tool") continue;
          expect([placeholder, message.output]).toEqual([null, outputs.get(message.toolCallId)]);
          whole += 1;
        }
      });
    }),
    series,
  );
  expect(whole).toBeGreaterThan(series.numRuns);
});

it.each([
  [40, 8_000],
  [100, 8_000],
  [40, 16_000],
  [100, 16_000],
])(
  "shows each of %i results that arrive at once in %i tokens at least as a line with its id",
  async (calls, window) => {
    const results = Array.from({ length: calls }, () => 3_000);
    const messages = [
      ...toMessages({ kind: "calls", results }, 0),
      ...toMessages({ kind: "answer", length: 50 }, 1),
    ];
    let shown = 0;
    await replay({ messages, window, summarizer: "good" }, ({ view, entries, blobs }) => {
      const originals = createOriginals();
      for (const entry of entries) originals.add(entry);
      for (const { message, placeholder } of unseenResults(view)) {
        if (placeholder === null && message.role === "tool" && message.output.length === 3_000) shown += 1;
        const id = /read_result id="([^"]+)"/u.exec(
          placeholder ?? (message.role === "tool" ? message.output : ""),
        )?.[1];
        const original = originals.find(id ?? "");
        const text = original?.kind === "blob" ? blobs.get(original.sha256) : original?.text;
        if (text?.length === 3_000) shown += 1;
      }
    });
    expect(shown).toBe(calls);
  },
);
