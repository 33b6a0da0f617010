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

function createTestAssembler(messages: readonly Message[]): Assembler & { add(message: Message): void } {
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

it("reports every part once with parts that sum to the total", () => {
  const { report } = createTestAssembler(messages()).assemble(input);
  expect(report.segments.map((segment) => segment.kind)).toEqual([
    "instructions",
    "user",
    "assistant",
    "tool_result",
    "tail",
  ]);
  expect(report.segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(report.totalTokens);
});

it("marks parts of an earlier call as cached and new parts as uncached", () => {
  const { report } = createTestAssembler(messages()).assemble({ ...input, sentUpTo: 2 });
  expect(report.segments.map((segment) => segment.cached)).toEqual([true, true, true, false, false]);
});

it("scales the parts so that they sum to the provider's total", () => {
  const { report } = createTestAssembler(messages()).assemble(input);
  const scaled = scaleReport(report, 1_237);
  expect(scaled).toMatchObject({ exact: true, totalTokens: 1_237 });
  expect(scaled.segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(1_237);
});

it("appends a message without changing the bytes before it", () => {
  const all = messages();
  const assembler = createTestAssembler(all.slice(0, 1));
  const bodies = all.slice(1).map((message) => {
    assembler.add(message);
    const assembled = assembler.assemble({ ...input, tail: null });
    return assembled.ok ? assembled.body.slice(0, -2) : "";
  });
  expect(bodies[1]?.startsWith(bodies[0] ?? "?")).toBe(true);
});

it("fails on a full window and names the largest part without cutting", () => {
  const assembled = createTestAssembler(messages()).assemble({ ...input, window: 20 });
  expect(assembled).toMatchObject({ ok: false, failure: { code: "CONTEXT_TOO_LONG" } });
});

it("permits a request with little room for the answer if only a short answer is needed", () => {
  const { report } = createTestAssembler(messages()).assemble(input);
  const window = report.totalTokens + 10;
  const fitsWithAnswer = (answerTokens: number): boolean =>
    createTestAssembler(messages()).assemble({ ...input, window, answerTokens }).ok;
  expect(createTestAssembler(messages()).assemble({ ...input, window }).ok).toBe(false);
  expect(fitsWithAnswer(10)).toBe(true);
  expect(fitsWithAnswer(11)).toBe(false);
});

it("marks nothing as cached after a changed text in front of the messages, for one request", () => {
  const assembler = createTestAssembler(messages());
  const cached = (sentUpTo: number): readonly boolean[] =>
    assembler
      .assemble({
        ...input,
        ...{ sentUpTo, changedAt: new Map([["project_context", 5] as const]) },
        system: [
          ...input.system,
          { kind: "project_context", text: "New rules", blob: "p", tokens: 3 },
          { kind: "tools", text: "tools", blob: "x", tokens: 2 },
        ],
      })
      .report.segments.map((segment) => segment.cached);
  expect(cached(4)).toEqual([true, false, false, false, false, false, false]);
  expect(cached(6)).toEqual([true, true, true, true, true, true, false]);
});
