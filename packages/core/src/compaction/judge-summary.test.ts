import { expect, it } from "vitest";
import { judgeSummary } from "./judge-summary.ts";

const judge = (text: string, foldedTokens: number): ReturnType<typeof judgeSummary> =>
  judgeSummary(text, { foldedTokens, count: ({ length }) => length });

it("accepts a summary that is smaller than 80 % of the text it replaces", () => {
  expect(judge("x".repeat(79), 100)).toBeNull();
  expect(judge("x".repeat(80), 100)).toEqual({
    problem: "not_smaller",
    message: "The summary has 80 tokens; the text it replaces has 100.",
  });
});

it("rejects an empty summary", () => {
  for (const text of ["", " \n"])
    expect(judge(text, 100)).toEqual({ problem: "empty", message: "The summary was empty." });
});

it("rejects a summary without an end", () => {
  expect(judge("x".repeat(60_000), 1_000_000)).toBeNull();
  expect(judge("x".repeat(60_001), 1_000_000)).toEqual({
    problem: "endless",
    message: "The summary was longer than 60000 characters.",
  });
});
