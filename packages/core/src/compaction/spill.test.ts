import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildView, createView, type View } from "../context/view.ts";
import { buildLog } from "../testing/builders.ts";
import { spillLimit, spillPace, spillResult } from "./spill.ts";
import { windowBudget } from "./window-budget.ts";

const count = (text: string): number => Math.ceil(text.length / 4);
const options = { limit: { characters: 1_000, tokens: 250 }, sha256: () => "ab".repeat(32), count };

it("keeps a result at the limit and turns a longer one into head, marker with size and id, and tail", () => {
  expect(spillResult("x".repeat(1_000), options)).toBeNull();
  const spilled = spillResult(`start ${"x".repeat(5_000)} end`, options);
  expect(spilled?.text).toMatch(
    /^start x+\n\[spilled: 5010 characters .* read_result id="abababababababab"\]\nx+ end$/u,
  );
});

it("keeps a preview within its limit without splitting surrogate pairs", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (piece) => {
      const original = piece.repeat(Math.ceil(2_500 / piece.length));
      const { text = "" } = spillResult(original, options) ?? {};
      expect(text.length).toBeLessThanOrEqual(options.limit.characters);
      // `encodeURIComponent` throws on a lone surrogate.
      expect(encodeURIComponent(text)).not.toBe("");
    }),
  );
});

it("cuts token-dense text shorter, but not below the minimum preview", () => {
  const dense = { ...options, count: (text: string) => text.length };
  expect(spillResult("x".repeat(700), dense)?.text.length).toBe(600);
  expect(spillResult("x".repeat(600), dense)).toBeNull();
  expect(spillResult("x".repeat(900), { ...options, count: (text) => text.length / 3 })?.text.length).toBe(
    750,
  );
});

it("respects a tool's own limit, allows less in a small window, and shares the limit between the results of a step", () => {
  const limit = (window: number, toolLimit?: number, calls = 1, pace = Infinity): number =>
    spillLimit(window, { toolLimit, calls, pace }).characters;
  expect(limit(128_000)).toBe(6_000);
  expect(limit(128_000, 20_000)).toBe(20_000);
  expect(limit(32_000)).toBe(2_929);
  expect(limit(32_000, undefined, 4)).toBe(731);
  expect(limit(8_000, 20_000)).toBe(2_100);
  expect(limit(500)).toBe(600);
  expect([limit(32_000, undefined, 1, 500), limit(32_000, 20_000, 1, 500)]).toEqual([1_750, 9_765]);
  expect([1, 2, 3, 4, 9].map((calls) => limit(500, undefined, calls))).toEqual([600, 600, 400, 300, 300]);
});

it("keeps head and tail around the marker, two thirds of the room for the head", () => {
  const original = Array.from({ length: 5_000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join("");
  const { text = "", shownCharacters } = spillResult(original, { ...options, count: () => 1 }) ?? {};
  const [head = "", marker = "", tail = ""] = text.split("\n");
  expect(marker).toBe(
    '[spilled: 5000 characters in all, the middle is left out here. Read any part with read_result id="abababababababab"]',
  );
  expect(text).toHaveLength(1_000);
  expect(original.startsWith(head)).toBe(true);
  expect(original.endsWith(tail)).toBe(true);
  expect([head.length, tail.length]).toEqual([588, 294]);
  expect(shownCharacters).toBe(588 + 294);
});

it("shows only the marker in a limit that has no room for more", () => {
  const tiny = { ...options, limit: { characters: 50, tokens: 1 } };
  expect(spillResult("x".repeat(700), tiny)).toEqual({
    text: '\n[spilled: 700 characters in all, the middle is left out here. Read any part with read_result id="abababababababab"]\n',
    shownCharacters: 0,
  });
});

it("leaves out half characters at both cuts", () => {
  const wide = "😀".repeat(1_000);
  for (const characters of [700, 701, 702, 703, 704, 705]) {
    const { text = "", shownCharacters = 0 } =
      spillResult(wide, { ...options, limit: { characters, tokens: 9_999 } }) ?? {};
    const [head = "", , tail = ""] = text.split("\n");
    for (const part of [head, tail]) expect(part).toBe("😀".repeat(part.length / 2));
    expect(shownCharacters).toBe(head.length + tail.length);
    expect(characters - text.length).toBeLessThan(4);
  }
});

describe("spillPace", () => {
  const tokens = (text: string): number => text.length;
  const budget = windowBudget(104_096, { summariseAbove: 1_000, clearLastsSteps: 4 });
  const view = (fields: Partial<View>): View => ({ ...createView({ count: tokens }), ...fields });

  it("divides the room up to the limit among the steps it must last, with a little extra for one step", () => {
    expect(spillPace(view({ tokens: 400 }), budget, 100)).toBeCloseTo((500 / 10) * 1.2);
    expect(spillPace(view({ tokens: 400, steps: 7, brokenAtStep: 5 }), budget, 100)).toBeCloseTo(
      (500 / 8) * 1.2,
    );
  });

  it("gives all the room to the last step and none beyond the limit", () => {
    expect(spillPace(view({ tokens: 400, steps: 9 }), budget, 100)).toBeCloseTo(500 * 1.2);
    expect(spillPace(view({ tokens: 400, steps: 50 }), budget, 100)).toBeCloseTo(500 * 1.2);
    expect(spillPace(view({ tokens: 1_400 }), budget, 100)).toBe(0);
  });

  it("leaves room for an answer like the latest in each step", () => {
    const log = buildLog();
    log.assistant({ text: "x".repeat(90) });
    log.assistant({ text: "x".repeat(16) });
    log.user("go on");
    const { items } = buildView(log.entries, { count: tokens });
    expect(spillPace(view({ tokens: 400, items }), budget, 100)).toBeCloseTo((50 - 20) * 1.2);
    expect(spillPace(view({ tokens: 850, items }), budget, 100)).toBe(0);
  });
});
