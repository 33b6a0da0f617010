import { DONE, type ModelCase, once, readCall } from "./model-case.ts";

const withArguments = (written: string): ModelCase["reply"] =>
  once({ toolCalls: [{ id: "call_a", name: "read_file", arguments: written }] });
const ANSWERS: readonly ModelCase[] = [
  { name: "text", reply: () => DONE, exit: 0, requests: 1, says: "It is heron." },
  {
    name: "reasoning",
    reply: () => ({ content: "It is heron.", reasoning: "A bird, then." }),
    exit: 0,
    requests: 1,
    says: "A bird, then.",
  },
  { name: "one-tool", reply: once({ toolCalls: [readCall()] }), exit: 0, requests: 2, outcomes: ["ok"] },
  {
    name: "text-and-tool",
    reply: once({ content: "Let me look.", toolCalls: [readCall()] }),
    exit: 0,
    requests: 2,
    outcomes: ["ok"],
    says: "Let me look.",
  },
  {
    name: "three-calls",
    reply: once({ toolCalls: [readCall("a"), readCall("b"), readCall("c")] }),
    exit: 0,
    requests: 2,
    outcomes: ["ok", "ok", "ok"],
  },
  {
    name: "twenty-calls",
    reply: once({ toolCalls: Array.from({ length: 20 }, (_, index) => readCall(`call_${index}`)) }),
    exit: 0,
    requests: 2,
    outcomes: Array.from({ length: 20 }, () => "ok"),
  },
  {
    name: "twenty-writes",
    reply: once({
      toolCalls: Array.from({ length: 20 }, (_, index) => ({
        id: `call_${index}`,
        name: "write_file",
        arguments: JSON.stringify({ path: `out-${index}.txt`, content: `line ${index}\n` }),
      })),
    }),
    exit: 0,
    requests: 2,
    outcomes: Array.from({ length: 20 }, () => "ok"),
  },
];

const ARGUMENTS: readonly ModelCase[] = [
  {
    name: "arguments-cut",
    reply: withArguments('{"path":"no'),
    exit: 0,
    requests: 2,
    outcomes: ["error"],
    problems: ["not_json"],
  },
  {
    name: "arguments-fenced",
    reply: withArguments('```json\n{"path":"notes.txt"}\n```'),
    exit: 0,
    requests: 2,
    outcomes: ["ok"],
    events: ["call.repaired"],
  },
  {
    name: "arguments-encoded-twice",
    reply: withArguments(JSON.stringify('{"path":"notes.txt"}')),
    exit: 0,
    requests: 2,
    outcomes: ["ok"],
    events: ["call.repaired"],
  },
  {
    name: "arguments-empty",
    reply: once({ toolCalls: [{ id: "call_a", name: "current_time", arguments: "" }] }),
    exit: 0,
    requests: 2,
    outcomes: ["ok"],
    events: ["call.repaired"],
  },
  ...["[1,2]", '"notes.txt"', "7", "null"].map((written, index): ModelCase => ({
    name: `arguments-no-object-${index}`,
    reply: withArguments(written),
    exit: 0,
    requests: 2,
    outcomes: ["error"],
    problems: ["not_an_object"],
  })),
  {
    name: "arguments-wrong-schema",
    reply: withArguments('{"file":"notes.txt"}'),
    exit: 0,
    requests: 2,
    outcomes: ["error"],
    problems: ["schema"],
  },
  {
    name: "unknown-tool",
    reply: once({ toolCalls: [{ id: "call_a", name: "read_fil", arguments: "{}" }] }),
    exit: 0,
    requests: 2,
    outcomes: ["error"],
    problems: ["unknown_tool"],
    says: "Did you mean read_file?",
  },
  {
    name: "illegal-tool-name",
    reply: once({ toolCalls: [{ id: "call_a", name: "read file; rm -rf", arguments: "{}" }] }),
    exit: 0,
    requests: 2,
    outcomes: ["error"],
    problems: ["unknown_tool"],
  },
  {
    name: "ids-equal",
    reply: once({ toolCalls: [readCall("same"), readCall("same"), readCall("same")] }),
    exit: 0,
    requests: 2,
    outcomes: ["ok", "ok", "ok"],
    events: ["call.repaired"],
  },
  {
    name: "ids-equal-later",
    reply: (turn) =>
      turn < 2 ? { toolCalls: [readCall("same", turn === 0 ? "notes.txt" : "more.txt")] } : DONE,
    exit: 0,
    requests: 3,
    outcomes: ["ok", "ok"],
    events: ["call.repaired"],
  },
  {
    name: "ids-empty",
    reply: once({ toolCalls: [readCall("strip-1"), readCall("strip-2")] }),
    // The mock generates ids for cases that define none.
    rewrite: (piece) => piece.replaceAll(/"strip-\d"/g, '""'),
    exit: 0,
    requests: 2,
    outcomes: ["ok", "ok"],
    events: ["call.repaired"],
  },
];

const ENDINGS: readonly ModelCase[] = [
  {
    name: "empty-answer-once",
    reply: (turn) => (turn === 0 ? { content: "" } : DONE),
    exit: 0,
    requests: 2,
    events: ["call.attempt_failed"],
  },
  {
    name: "empty-answer-for-ever",
    reply: () => ({ content: "" }),
    exit: 1,
    code: "MODEL_EMPTY_ANSWER",
    requests: 3,
  },
  {
    name: "white-space-for-ever",
    reply: () => ({ content: " \n" }),
    exit: 1,
    code: "MODEL_EMPTY_ANSWER",
    requests: 3,
  },
  {
    name: "length-in-text",
    reply: () => ({ content: "It is her", finishReason: "length" }),
    exit: 0,
    requests: 1,
    events: ["limit.reached"],
  },
  {
    name: "length-in-call",
    reply: once({
      toolCalls: [
        { id: "call_a", name: "write_file", arguments: '{"path":"out.txt","content":"whole"}' },
        { id: "call_b", name: "write_file", arguments: '{"path":"cut.txt","content":"half' },
      ],
      finishReason: "length",
    }),
    exit: 0,
    requests: 2,
    outcomes: ["ok", "error"],
    problems: ["cut"],
  },
  {
    name: "length-behind-whole-call",
    reply: once({
      toolCalls: [{ id: "call_a", name: "write_file", arguments: '{"path":"cut.txt","content":"x"}' }],
      finishReason: "length",
    }),
    exit: 0,
    requests: 2,
    outcomes: ["error"],
    problems: ["cut"],
  },
  {
    name: "content-filter",
    reply: () => ({ content: "", finishReason: "content_filter" }),
    exit: 1,
    code: "MODEL_CONTENT_FILTERED",
    requests: 1,
  },
  {
    name: "content-filter-in-call",
    reply: () => ({
      toolCalls: [{ id: "call_a", name: "write_file", arguments: '{"path":"cut.txt","content":"x"}' }],
      finishReason: "content_filter",
    }),
    exit: 1,
    code: "MODEL_CONTENT_FILTERED",
    requests: 1,
    outcomes: [],
  },
];

/** Cases of models that answer, validly or not. */
export const ANSWER_CASES: readonly ModelCase[] = [...ANSWERS, ...ARGUMENTS, ...ENDINGS];
