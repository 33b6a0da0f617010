import { expect, it } from "vitest";
import { MAX_ANSWER_CHARACTERS } from "../../tunables.ts";
import { createCollector, type Collector } from "./collect.ts";

const delta = (fields: object, finish: string | null = null): object => ({
  choices: [{ delta: fields, finish_reason: finish }],
});

function collect(...chunks: readonly object[]): {
  readonly collector: Collector;
  readonly deltas: readonly string[];
} {
  const deltas: string[] = [];
  const collector = createCollector(
    ({ channel, text }) => void deltas.push(`${channel}:${text}`),
    () => 5,
  );
  for (const chunk of chunks) collector.add(chunk);
  return { collector, deltas };
}

it("separates text and reasoning under every provider's names and streams them in order", () => {
  const { collector, deltas } = collect(
    delta({ reasoning_content: "a" }),
    delta({ reasoning: "b" }),
    delta({ content: "c" }),
    delta({ content: [{ type: "text", text: "d" }] }, "stop"),
  );
  expect(collector.answer()).toMatchObject({
    reasoning: "ab",
    text: "cd",
    finishReason: "stop",
    firstTokenMs: 5,
  });
  expect(deltas).toEqual(["reasoning:a", "reasoning:b", "text:c", "text:d"]);
});

it("finishes an answer only with a finish reason or an end mark", () => {
  const { collector } = collect(delta({ content: "half" }));
  expect(collector.finished()).toBe(false);
  collector.end();
  expect(collector.finished()).toBe(true);
  expect(collector.answer().finishReason).toBe("stop");
});

it("does not finish an empty answer at an end mark", () => {
  const { collector } = collect(delta({ role: "assistant" }));
  collector.end();
  expect(collector.finished()).toBe(false);
});

it("joins names that are repeated or split across chunks", () => {
  const piece = (name: string, written: string): object =>
    delta({ tool_calls: [{ index: 0, id: "c", function: { name, arguments: written } }] });
  expect(collect(piece("read", '{"a"'), piece("read", ":1}")).collector.answer().toolCalls).toEqual([
    { id: "c", name: "read", arguments: '{"a":1}' },
  ]);
  expect(collect(piece("re", ""), piece("ad", "{}")).collector.answer().toolCalls).toEqual([
    { id: "c", name: "read", arguments: "{}" },
  ]);
});

it("assigns interleaved parts of parallel calls by index", () => {
  const piece = (index: number, fields: object): object => delta({ tool_calls: [{ index, ...fields }] });
  const { collector } = collect(
    piece(0, { id: "a", function: { name: "read", arguments: "{" } }),
    piece(1, { id: "b", function: { name: "write", arguments: "{" } }),
    piece(0, { function: { arguments: "}" } }),
    piece(1, { function: { arguments: "}" } }),
  );
  expect(collector.answer().toolCalls).toEqual([
    { id: "a", name: "read", arguments: "{}" },
    { id: "b", name: "write", arguments: "{}" },
  ]);
});

it.each([
  [
    "OpenAI",
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
  [
    "DeepSeek",
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_cache_hit_tokens: 4,
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  ],
])("reads usage under %s's names", (_provider, usage) => {
  expect(collect(delta({ content: "x" }, "stop"), { choices: [], usage }).collector.answer().usage).toEqual({
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: 4,
    reasoningTokens: 2,
    estimated: false,
  });
});

it("ignores malformed chunks", () => {
  const { collector } = collect(
    {},
    { choices: null },
    { choices: [null] },
    delta({ tool_calls: [null, 7] }),
    delta({ content: 7 }),
  );
  expect(collector.answer().text).toBe("");
});

it("accepts no answer of which part of a call may be missing, even when a later call exceeds the limit", () => {
  const call = (index: number, written: string): object =>
    delta({ tool_calls: [{ index, id: `c${index}`, function: { name: "write", arguments: written } }] });
  const { collector } = collect(call(0, '{"path":"a'));
  collector.noteUnreadable();
  collector.add(call(0, '"}'));
  collector.add(call(1, "x".repeat(MAX_ANSWER_CHARACTERS)));
  expect({ isFull: collector.isFull(), finished: collector.finished() }).toEqual({
    isFull: true,
    finished: false,
  });
});
