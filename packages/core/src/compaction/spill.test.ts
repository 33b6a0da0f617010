import fc from "fast-check";
import { expect, it } from "vitest";
import { spillLimit, spillResult } from "./spill.ts";

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
