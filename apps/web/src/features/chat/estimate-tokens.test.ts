import { expect, it } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";

it("counts four letters, or one Chinese character, as a token", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("a".repeat(60_000))).toBe(15_000);
  expect(estimateTokens("三个地区 abcd")).toBe(6);
});
