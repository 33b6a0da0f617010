import { expect, it } from "vitest";
import { createTokenizer } from "./tokenizer.ts";

const tokenizer = createTokenizer();

it("counts with the tokenizer of the model family", () => {
  expect(tokenizer.count("")).toBe(0);
  expect(tokenizer.count("Hello, world!")).toBe(4);
});

it("counts control tokens as ordinary text", () => {
  expect(tokenizer.count("<|endoftext|>")).toBeGreaterThan(1);
});

it("estimates very long text and text without breaks in bounded time", () => {
  const words = "the quick brown fox ".repeat(20_000);
  expect(tokenizer.count(words) / words.length).toBeCloseTo(0.2, 2);
  expect(tokenizer.count("ab".repeat(90_000))).toBeGreaterThan(10_000);
});
