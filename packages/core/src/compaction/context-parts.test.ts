import { describe, expect, it } from "vitest";
import type { ProjectContextLayer } from "../log/run-event.ts";
import { buildLog, testRequest } from "../testing/builders.ts";
import type { LogBuilder } from "../testing/builders.ts";
import { contextParts } from "./context-parts.ts";

const tokenizer = { count: (text: string): number => Math.ceil(text.length / 4) };

function logWithResults(): { readonly log: LogBuilder; readonly results: readonly number[] } {
  const log = buildLog();
  log.user("Look around");
  const results = ["a", "b"].map((id) => {
    log.assistant({ text: "Looking.", calls: [{ id, name: "read_file", arguments: "{}" }] });
    if (id === "b")
      log.event({
        type: "result.spilled",
        data: {
          ...{ toolCallId: "b", toolName: "read_file", blob: "f".repeat(64) },
          ...{ characters: 90_000, shownCharacters: 900, tokens: 250 },
        },
      });
    return log.tool(id, { output: "x".repeat(1_000) }).sequence;
  });
  return { log, results };
}

describe("contextParts", () => {
  it("lists each message of a request with the state it was shown in", () => {
    const { log } = logWithResults();
    const { parts, folds } = contextParts(log.entries, tokenizer);
    expect(parts.map((part) => [part.kind, part.state.kind])).toEqual([
      ["user", "whole"],
      ["assistant", "whole"],
      ["tool_result", "whole"],
      ["assistant", "whole"],
      ["tool_result", "spilled"],
    ]);
    expect(parts.at(-1)?.state).toEqual({ kind: "spilled", characters: 90_000, shownCharacters: 900 });
    expect(folds).toEqual([]);
  });

  it("names the batch that cleared a result and the length of its original", () => {
    const { log, results } = logWithResults();
    const [first = 0] = results;
    const cleared = log.event({
      type: "context.cleared",
      data: { sequences: [first], reason: "threshold", beforeTokens: 900, afterTokens: 600 },
    });
    const part = contextParts(log.entries, tokenizer).parts.find(({ sequence }) => sequence === first);
    expect(part?.state).toEqual({ kind: "cleared", characters: 1_000, by: cleared.sequence });
    expect(part?.tokens).toBeLessThan(254);
  });

  it("counts a cleared result as the renderer of that request showed it", () => {
    const tokens = (renderer: number): number => {
      const log = buildLog();
      log.assistant({ calls: [{ id: "a", name: "list", arguments: "{}" }] });
      const rows = Array.from({ length: 40 }, (_, row) => `ORDER-${1_000 + row}`);
      const { sequence } = log.tool("a", { toolName: "list", output: rows.join("\n") });
      log.event({
        type: "context.cleared",
        data: { sequences: [sequence], reason: "threshold", beforeTokens: 900, afterTokens: 600 },
      });
      log.event({
        type: "call.started",
        data: {
          ...{ callId: "call", purpose: "step", step: 1, request: { ...testRequest, renderer } },
          report: { segments: [], totalTokens: 0, exact: false, window: 8_000, dropped: [] },
        },
      });
      return contextParts(log.entries, tokenizer).parts.at(-1)?.tokens ?? 0;
    };
    expect(tokens(2)).toBeLessThan(40);
    expect(tokens(3)).toBeGreaterThan(80);
  });

  it("names the tool of a result only, and counts the tokens it is shown with", () => {
    const { log } = logWithResults();
    const { parts } = contextParts(log.entries, tokenizer);
    expect(parts[0]).toEqual({
      ...{ sequence: 1, kind: "user", toolName: null, description: "Look around", tokens: 15 },
      state: { kind: "whole" },
    });
    expect(parts[2]).toMatchObject({ kind: "tool_result", toolName: "read_file", tokens: 1_004 });
  });

  it("gives the length of the original of a spilled result that was cleared", () => {
    const { log, results } = logWithResults();
    const { sequence } = log.event({
      type: "context.cleared",
      data: { sequences: results, reason: "threshold", beforeTokens: 900, afterTokens: 600 },
    });
    expect(contextParts(log.entries, tokenizer).parts.at(-1)?.state).toEqual({
      ...{ kind: "cleared", characters: 90_000, by: sequence },
    });
  });

  it("shows an answer whole even where a clear names it", () => {
    const { log } = logWithResults();
    log.event({
      type: "context.cleared",
      data: { sequences: [2], reason: "threshold", beforeTokens: 900, afterTokens: 600 },
    });
    expect(contextParts(log.entries, tokenizer).parts[1]?.state).toEqual({ kind: "whole" });
  });

  it("lists the messages that each summary replaced", () => {
    const { log } = logWithResults();
    const figures = { reason: "asked", beforeTokens: 900, afterTokens: 300 } as const;
    const range = { fromSequence: 1, toSequence: 3 };
    const { sequence } = log.event({
      type: "compaction.finished",
      data: {
        ...{ ...figures, ...range, compactionId: "c", layer: "summarise", source: "model", focus: null },
        ...{ ratio: 1 / 3, messagesFolded: 3, markerBlob: "m", attachmentsBlob: "a", summaryBlob: "s" },
        ...{ archiveBlob: null, ledger: [], cost: 0, callId: null },
        headTokens: { marker: 1, attachments: 2, summary: 3 },
      },
    });
    const { folds, parts } = contextParts(log.entries, tokenizer);
    expect(folds).toEqual([{ sequence, messages: 3, ...figures, ...range }]);
    expect(parts.map((part) => part.sequence)).toEqual([4, 6]);
  });

  it("lists the tools that the newest definitions describe in short or only name", () => {
    const { log } = logWithResults();
    const data = { slot: "tools", blob: "b", tokens: 5, source: "3 tools" } as const;
    log.event({ type: "context.set", data: { ...data, shortTools: ["goal"], namedTools: ["task"] } });
    expect(contextParts(log.entries, tokenizer)).toMatchObject({
      shortTools: ["goal"],
      namedTools: ["task"],
    });
    log.event({ type: "context.set", data });
    expect(contextParts(log.entries, tokenizer)).toMatchObject({ shortTools: [], namedTools: [] });
  });

  it("lists the rule files of the newest project context", () => {
    const { log } = logWithResults();
    expect(contextParts(log.entries, tokenizer).layers).toEqual([]);
    const set = (slot: "project_context" | "instructions", layers?: readonly ProjectContextLayer[]): void => {
      const data = { slot, blob: "b", tokens: 5, source: "s", ...(layers === undefined ? {} : { layers }) };
      log.event({ type: "context.set", data });
    };
    const layer = { path: "AGENTS.md", characters: 90 } as ProjectContextLayer;
    set("project_context", [layer]);
    set("instructions");
    expect(contextParts(log.entries, tokenizer).layers).toEqual([layer]);
    set("project_context");
    expect(contextParts(log.entries, tokenizer).layers).toEqual([]);
  });
});
