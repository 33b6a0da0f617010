import { expect, it } from "vitest";
import { learnWindow, type Refusal } from "./learn-window.ts";

const REFUSAL: Refusal = { window: 128_000, tokens: 20_000, acceptedTokens: 0, statedWindow: null };

it("learns the window that the endpoint names", () => {
  expect(learnWindow({ ...REFUSAL, statedWindow: 16_384 })).toEqual({
    contextWindow: 16_384,
    source: "message",
  });
});

it("learns from the size when the endpoint names no window, or none below the one assumed", () => {
  const half = { contextWindow: 10_000, source: "refused_size" };
  expect(learnWindow(REFUSAL)).toEqual(half);
  expect(learnWindow({ ...REFUSAL, statedWindow: 128_000 })).toEqual(half);
});

it("assumes no less than what was accepted before, and always less than what was refused and assumed", () => {
  expect(learnWindow({ ...REFUSAL, acceptedTokens: 17_000 }).contextWindow).toBe(17_000);
  expect(learnWindow({ ...REFUSAL, acceptedTokens: 20_000 }).contextWindow).toBe(19_999);
  expect(learnWindow({ ...REFUSAL, acceptedTokens: 17_000, window: 16_000 }).contextWindow).toBe(15_999);
  expect(learnWindow({ ...REFUSAL, tokens: 1 }).contextWindow).toBe(1);
});
