import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCompactionWorld } from "../testing/compaction-world.ts";
import { resultLimit, spillResult } from "./spill.ts";
import { windowBudget } from "./window-budget.ts";

const count = (text: string): number => Math.ceil(text.length / 4);
const options = { limit: 250, sha256: () => "ab".repeat(32), count };

describe("spillResult", () => {
  it("keeps a result at the limit and turns a longer one into head, marker with size and id, and tail", () => {
    expect(spillResult("x".repeat(1_000), options)).toBeNull();
    const spilled = spillResult(`start ${"x".repeat(5_000)} end`, options);
    expect(spilled?.text).toMatch(
      /^start x+\n\[spilled: 5010 characters .* read_result id="abababababababab"\]\nx+ end$/u,
    );
  });

  it("keeps a preview within its limit without splitting surrogate pairs", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
        fc.integer({ min: 20, max: 600 }),
        (piece, limit) => {
          const original = piece.repeat(Math.ceil(2_500 / piece.length));
          const { text } = spillResult(original, { ...options, limit }) ?? { text: original };
          expect(count(text)).toBeLessThanOrEqual(Math.max(limit, text === original ? 650 : 0));
          // `encodeURIComponent` throws on a lone surrogate.
          expect(encodeURIComponent(text)).not.toBe("");
        },
      ),
    );
  });

  it("keeps head and tail around the marker, two thirds of the room for the head", () => {
    const original = Array.from({ length: 5_000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join(
      "",
    );
    const { text = "", shownCharacters = 0 } = spillResult(original, options) ?? {};
    const [head = "", marker = "", tail = ""] = text.split("\n");
    expect(marker).toBe(
      '[spilled: 5000 characters in all, the middle is left out here. Read any part with read_result id="abababababababab"]',
    );
    expect(original.startsWith(head)).toBe(true);
    expect(original.endsWith(tail)).toBe(true);
    expect(head.length / tail.length).toBeCloseTo(2, 1);
    expect(count(text)).toBeGreaterThan(240);
    expect(shownCharacters).toBe(head.length + tail.length);
  });

  it("names the error and the facts of what it leaves out, names before amounts, each once", () => {
    const middle = `${"filler words ".repeat(60)}\n1250.50 ORD-77311 src/pay/index.ts\nerror: no such table\n${"filler words ".repeat(60)}`;
    const spilled = spillResult(
      `ORD-90210 ${"filler words ".repeat(100)}${middle}${"filler words ".repeat(100)}`,
      options,
    );
    expect(spilled?.text).toContain(
      "\n[from the middle: error: no such table ORD-77311 src/pay/index.ts 1250.50]\n",
    );
    expect(spilled?.text.match(/ORD-90210/gu)).toHaveLength(1);
    expect(count(spilled?.text ?? "")).toBeLessThanOrEqual(250);
  });

  it("keeps most of a preview for head and tail when what it leaves out is full of facts", () => {
    const rows = Array.from({ length: 900 }, (_, row) => `ACC-${100_000 + row} is fine`).join("\n");
    const { text = "", shownCharacters = 0 } = spillResult(rows, options) ?? {};
    const listed = /from the middle: ([^\]]+)\]/u.exec(text)?.[1]?.split(" ") ?? [];
    expect(listed.length).toBeGreaterThan(15);
    expect(shownCharacters).toBeGreaterThan(0.5 * text.length);
  });

  it("leaves one line with size and id where there is room for little more", () => {
    for (const limit of [0, 20, 70])
      expect(spillResult("x".repeat(700), { ...options, limit })).toEqual({
        text: '[700 characters: read_result id="abababababababab"]',
        shownCharacters: 0,
      });
    expect(spillResult("short", { ...options, limit: 0 })).toBeNull();
  });
});

describe("resultLimit", () => {
  /** Usable 10,000 tokens; a token is a character. Above 8,500 the view gets down to 4,250. */
  const budget = windowBudget(13_334);
  /** The limit of the next result after results of these lengths, in a step whose answer takes 100 tokens after `before`. */
  const limit = (
    before: number,
    step: { readonly calls?: number; readonly arrived?: readonly number[]; readonly toolLimit?: number } = {},
  ): number => {
    const world = createCompactionWorld();
    world.user("u".repeat(before - 100 - 4));
    const { arrived = [], calls = 1, toolLimit = 0 } = step;
    world.call({ id: "c0", name: "look", arguments: "a".repeat(84) });
    for (const [index, length] of arrived.entries())
      world.output(`c${index}`, "look", "r".repeat(length - 4));
    return resultLimit(world.view, budget, { fixedTokens: 100, calls, toolLimit });
  };

  it("is half of what is free for the only result of a step", () => {
    expect(limit(1_000)).toBe((10_000 - 1_100) / 2);
  });

  it("shows all results of a step whole until they fill a third of what is free", () => {
    const free = 10_000 - 1_100;
    expect(limit(1_000, { calls: 4 })).toBe(Math.floor(free / 3));
    expect(limit(1_000, { calls: 4, arrived: [2_000] })).toBe(Math.floor(free / 3) - 2_000);
  });

  it("shares half of what is free among the remaining results when a third is taken", () => {
    const free = 10_000 - 1_100;
    expect(limit(1_000, { calls: 4, arrived: [3_000] })).toBe(Math.floor((free / 2 - 3_000) / 3));
    expect(limit(1_000, { calls: 2, arrived: [5_000] })).toBe(0);
  });

  it("in a full window, counts tokens that a compaction would free as free", () => {
    expect(limit(8_300)).toBe((10_000 - 4_250 - 100) / 2);
    expect(limit(9_900)).toBe(limit(8_300));
  });

  it("shows a result whole up to the tool's own limit while it fits below the limit of the view", () => {
    expect(limit(8_300, { toolLimit: 10_500 })).toBe(3_000);
    expect(limit(8_300, { toolLimit: 35_000 })).toBe(8_075 - 4_250 - 100 - 160 - 4);
    expect(limit(1_000, { toolLimit: 14_000 })).toBe((10_000 - 1_100) / 2);
  });
});
