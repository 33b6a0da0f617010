import { expect, it } from "vitest";
import { applyToView, createView } from "./view.ts";
import type { Message } from "../log/message.ts";
import { buildLog } from "../testing/builders.ts";
import { createAssembler, type Assembler, type AssembleInput } from "./assemble.ts";
import { scaleReport } from "./report.ts";

const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4) };
const input: AssembleInput = {
  model: "mock",
  window: 100_000,
  quirks: "default",
  parameters: "{}",
  sentUpTo: 0,
  sha256: (text) => String(text.length),
  system: [{ kind: "instructions", text: "Work.", blob: "i", tokens: 2 }],
  tools: null,
  tail: { text: "tail", blob: "t" },
};

function assemblerOf(messages: readonly Message[]): Assembler & { add(message: Message): void } {
  const view = createView(tokenizer);
  const add = (message: Message): void => applyToView(view, message);
  for (const message of messages) add(message);
  return { ...createAssembler({ sendReasoning: false, blobText: () => undefined }, view), add };
}

function messages(): Message[] {
  const log = buildLog();
  log.user("Look around");
  log.assistant({ text: "Looking.", calls: [{ id: "c1", name: "read", arguments: "{}" }] });
  log.tool("c1", { output: "something" });
  return log.entries.filter((entry) => entry.kind === "message");
}

it("the report names every part once, and its parts sum to the total", () => {
  const { report } = assemblerOf(messages()).assemble(input);
  expect(report.segments.map((segment) => segment.kind)).toEqual([
    "instructions",
    "user",
    "assistant",
    "tool_result",
    "tail",
  ]);
  expect(report.segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(report.totalTokens);
});

it("what an earlier call contained counts as cached, what is new does not", () => {
  const { report } = assemblerOf(messages()).assemble({ ...input, sentUpTo: 2 });
  expect(report.segments.map((segment) => segment.cached)).toEqual([true, true, true, false, false]);
});

it("scaled to the provider's total the parts sum to it", () => {
  const { report } = assemblerOf(messages()).assemble(input);
  const scaled = scaleReport(report, 1_237);
  expect(scaled).toMatchObject({ exact: true, totalTokens: 1_237 });
  expect(scaled.segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(1_237);
});

it("a message is added at the end of what was sent, nothing before it moves", () => {
  const all = messages();
  const assembler = assemblerOf(all.slice(0, 1));
  const bodies = all.slice(1).map((message) => {
    assembler.add(message);
    const assembled = assembler.assemble({ ...input, tail: null });
    return assembled.ok ? assembled.body.slice(0, -2) : "";
  });
  expect(bodies[1]?.startsWith(bodies[0] ?? "?")).toBe(true);
});

it("a full window is an error that names the largest part; nothing is cut", () => {
  const assembled = assemblerOf(messages()).assemble({ ...input, window: 20 });
  expect(assembled).toMatchObject({ ok: false, failure: { code: "CONTEXT_TOO_LONG" } });
});

it("a request that leaves room for a short answer only is sent when a short answer is all that is wanted", () => {
  const { report } = assemblerOf(messages()).assemble(input);
  const window = report.totalTokens + 10;
  const withAnswerOf = (answerTokens: number): boolean =>
    assemblerOf(messages()).assemble({ ...input, window, answerTokens }).ok;
  expect(assemblerOf(messages()).assemble({ ...input, window }).ok).toBe(false);
  expect(withAnswerOf(10)).toBe(true);
  expect(withAnswerOf(11)).toBe(false);
});
