import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextCuts } from "./context-cuts.ts";
import type { ContextPart } from "./context-parts.ts";

const part = (sequence: number, tokens: number): ContextPart => ({
  ...{ sequence, tokens, kind: "tool_result", toolName: "read_file" },
  ...{ description: `Read ${sequence}`, state: { kind: "whole" } },
});

const parts = (): fc.Arbitrary<readonly ContextPart[]> =>
  fc
    .uniqueArray(fc.record({ sequence: fc.nat({ max: 40 }), tokens: fc.nat({ max: 900 }) }), {
      selector: ({ sequence }) => sequence,
    })
    .map((list) => list.map(({ sequence, tokens }) => part(sequence, tokens)));

const sum = (list: readonly { readonly tokens: number }[]): number =>
  list.reduce((total, { tokens }) => total + tokens, 0);

describe("contextCuts", () => {
  it("adds up: tokens before, minus cuts, plus additions, equal the tokens after", () => {
    fc.assert(
      fc.property(parts(), parts(), (before, after) => {
        const { cuts, addedTokens } = contextCuts({ parts: before }, { parts: after });
        const cut = cuts.reduce(
          (total, { beforeTokens, afterTokens }) => total + beforeTokens - afterTokens,
          0,
        );
        expect(sum(before) - cut + addedTokens).toBe(sum(after));
      }),
    );
  });

  it("lists the largest cut first, and says whether a line is left", () => {
    const { cuts } = contextCuts(
      { parts: [part(1, 100), part(2, 900), part(3, 50)] },
      { parts: [part(2, 20), part(3, 50), part(4, 10)] },
    );
    expect(
      cuts.map(({ sequence, how, beforeTokens, afterTokens }) => [sequence, how, beforeTokens, afterTokens]),
    ).toEqual([
      [2, "cleared", 900, 20],
      [1, "folded", 100, 0],
    ]);
  });
});
