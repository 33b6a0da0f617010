import { expect, it } from "vitest";
import { cutToTokens } from "./text-budget.ts";

const count = (text: string): number => text.length;

it("keeps a text within its budget as it is", () => {
  expect(cutToTokens("x".repeat(20), 20, count)).toBe("x".repeat(20));
  expect(cutToTokens("", 0, count)).toBe("");
});

it("cuts a longer text visibly", () => {
  expect(cutToTokens("abcdefghij".repeat(10), 30, count)).toBe(`${"abcdefghij".repeat(2)}a… [cut]`);
  expect(cutToTokens("abcdefghij".repeat(10), 99, count)).toBe(`${"abcdefghij".repeat(9)}… [cut]`);
  expect(cutToTokens("abcdefghij".repeat(10), 97, count)).toBe(`${"abcdefghij".repeat(9)}… [cut]`);
  expect(cutToTokens("abcdefghij".repeat(10), 96, count)).toBe(`${"abcdefghij".repeat(8)}a… [cut]`);
});

it("returns nothing where not even the mark and one character fit", () => {
  expect(cutToTokens("x".repeat(20), 7, count)).toBe("");
  expect(cutToTokens("x".repeat(20), 0, count)).toBe("");
  expect(cutToTokens("x", 5, () => 9)).toBe("");
});

it("never leaves half a character before the mark", () => {
  expect(cutToTokens("😀".repeat(20), 36, count)).toBe(`${"😀".repeat(13)}… [cut]`);
  expect(cutToTokens(`x${"😀".repeat(20)}`, 36, count)).toBe(`x${"😀".repeat(14)}… [cut]`);
});
