import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./any-text.ts";

const SAMPLE = { numRuns: 3000, seed: 1 };

it("has characters of every plane, as well-formed text within its lengths", () => {
  const texts = fc.sample(anyText({ minLength: 2, maxLength: 9 }), SAMPLE);
  const planes = new Set<number>();
  for (const text of texts) {
    const characters = [...text];
    expect(characters.length).toBeGreaterThanOrEqual(2);
    expect(characters.length).toBeLessThanOrEqual(9);
    for (const one of characters) planes.add((one.codePointAt(0) ?? 0) >> 16);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  }
  expect(planes.size).toBe(17);
});

it("has the words that break records", () => {
  const texts = fc.sample(anyText({ maxLength: 200 }), SAMPLE);
  expect(texts.some((text) => text.includes("__proto__"))).toBe(true);
});

it("shrinks a failing text to its shortest", () => {
  const { counterexample } = fc.check(
    fc.property(anyText(), (text) => ![...text].some((one) => (one.codePointAt(0) ?? 0) > 0xffff)),
    { seed: 1, numRuns: 1000 },
  );
  expect(counterexample).toEqual(["\u{10000}"]);
});
