import { describe, expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
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
});
