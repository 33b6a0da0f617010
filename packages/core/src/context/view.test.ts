import { expect, it } from "vitest";
import type { Entry } from "../log/entry.ts";
import { isErasedWith, toTombstone } from "../log/tombstone.ts";
import { applyToState } from "../loop/apply-to-state.ts";
import { createRunState } from "../loop/run-state.ts";
import type { ToolSet } from "../ports/tool.ts";
import { buildLog, testUsage, type LogBuilder } from "../testing/builders.ts";
import { logTools } from "../tools/log-tools.ts";
import { createToolSet } from "../tools/tool-set.ts";
import { applyToView, createView, buildView, type View } from "./view.ts";

const tokenizer = { count: (text: string): number => text.length };

function logCall(
  log: ReturnType<typeof buildLog>,
  tokens: number,
  inputTokens: number,
  options: { readonly estimated?: boolean; readonly purpose?: "step" | "summary" } = {},
): void {
  const { estimated = false, purpose = "step" } = options;
  const report = { segments: [], totalTokens: tokens, exact: false, window: 8_000, dropped: [] };
  const request = {
    ...{ renderer: 1, model: "m", quirks: "openai", systemBlobs: [], toolsBlob: null, tailBlob: null },
    ...{ ranges: [], view: 0, parameters: "{}", sha256: "" },
  };
  const callId = `call-${log.entries.length}`;
  log.event({ type: "call.started", data: { callId, purpose, step: 1, request, report } });
  log.event({
    type: "call.finished",
    data: {
      ...{ callId, purpose, model: "m", attempts: 1, finishReason: "stop", cost: null },
      usage: { ...testUsage, inputTokens, outputTokens: 50, estimated },
      ...{ durationMs: 1, firstTokenMs: null },
    },
  });
}

it("takes the token scale from the last call with a plausible provider count", () => {
  const log = buildLog();
  const scaleAfter = (
    tokens: number,
    inputTokens: number,
    estimated?: boolean,
    purpose?: "summary",
  ): number => {
    logCall(log, tokens, inputTokens, {
      ...(estimated === undefined ? {} : { estimated }),
      ...(purpose === undefined ? {} : { purpose }),
    });
    return buildView(log.entries, tokenizer).scale;
  };
  expect(scaleAfter(1_000, 1_250)).toBe(1.25);
  expect(scaleAfter(1_000, 900)).toBe(0.9);
  expect(scaleAfter(1_000, 1_400, true)).toBe(0.9);
  expect(scaleAfter(1_000, 100)).toBe(0.9);
  expect(scaleAfter(1_000, 1_100, false, "summary")).toBe(0.9);
});

it("sends the messages themselves again when their summary was erased", () => {
  const log = buildLog();
  log.user("first");
  log.user("my secret");
  const fold = (toSequence: number): Entry =>
    log.event({
      type: "compaction.finished",
      data: {
        ...{ compactionId: "c", reason: "threshold", layer: "summarise", source: "model", focus: null },
        ...{ beforeTokens: 9, afterTokens: 3, ratio: 1 / 3, messagesFolded: 1, fromSequence: 1, toSequence },
        ...{ markerBlob: "m", attachmentsBlob: "a", summaryBlob: `s${toSequence}`, archiveBlob: null },
        ...{ headTokens: { marker: 1, attachments: 1, summary: 1 }, ledger: [], cost: 0, callId: null },
      },
    });
  const [, message] = log.entries;
  const [earlier, later] = [fold(1), fold(2)];
  if (message === undefined) throw new Error("missing message");
  const shown = (entries: readonly Entry[]): unknown => {
    const view = buildView(entries, tokenizer);
    return [view.head?.summaryBlob, view.items.map((item) => item.message.description)];
  };
  expect(shown([...log.entries])).toEqual(["s2", []]);
  expect(isErasedWith(message, earlier)).toBe(false);
  expect(isErasedWith(message, later)).toBe(true);
  const erased = log.entries.map((entry) =>
    entry === message || isErasedWith(message, entry) ? toTombstone(entry) : entry,
  );
  expect(shown(erased)).toEqual(["s1", ["[erased]"]]);
});

it("counts summary tokens toward the run's limit", () => {
  const log = buildLog();
  logCall(log, 1_000, 1_200, { purpose: "summary" });
  const state = createRunState("");
  for (const entry of log.entries) applyToState(state, entry, true);
  expect(state.tokens).toBe(1_250);
});

/** A log with results of these tools, each long enough to be worth clearing. */
function logWithResults(...toolNames: readonly string[]): LogBuilder {
  const log = buildLog();
  for (const [index, toolName] of toolNames.entries()) {
    log.assistant({ calls: [{ id: `call-${index}`, name: toolName, arguments: "{}" }] });
    log.tool(`call-${index}`, { toolName, output: "x".repeat(2_000) });
  }
  return log;
}

function viewWithTools(log: LogBuilder, tools: ToolSet): View {
  const view = createView(tokenizer, { tools });
  for (const entry of log.entries) applyToView(view, entry);
  return view;
}

const clearableTools = ({ stale, recent }: View): readonly string[] =>
  [...stale, ...recent].flatMap(({ item }) => (item.message.role === "tool" ? [item.message.toolName] : []));

it("makes only results of stateless tools clearable", () => {
  const log = logWithResults("goal", "read_file", "todo", "read_result", "another", "goal");
  const all = createToolSet(logTools());
  expect(clearableTools(viewWithTools(log, all))).toEqual(["read_file", "read_result", "another"]);
  expect(clearableTools(viewWithTools(log, createToolSet([])))).toHaveLength(6);
});

it("shows cleared results as placeholders regardless of the current tools", () => {
  const log = logWithResults("goal", "read_file");
  const [, goal, , read] = log.entries;
  const sequences = [goal?.sequence ?? 0, read?.sequence ?? 0];
  log.event({
    type: "context.cleared",
    data: { sequences, reason: "threshold", beforeTokens: 4_000, afterTokens: 200 },
  });
  const shown = ({ items }: View): readonly (string | null)[] => items.map((item) => item.placeholder);
  const withTools = shown(viewWithTools(log, createToolSet(logTools())));
  expect(withTools.filter((placeholder) => placeholder !== null)).toHaveLength(2);
  expect(shown(buildView(log.entries, tokenizer))).toEqual(withTools);
});
