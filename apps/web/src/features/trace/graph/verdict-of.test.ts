import type { Finding } from "@goaltrace/core/diagnose";
import { expect, it } from "vitest";
import { missingAt, verdictOf } from "./verdict-of.ts";

const VERDICT = { sequence: 37, text: "refused" };
const END: Finding = {
  ...{ kind: "end", sequence: 73, status: "failed", failure: null, causedAt: 72 },
  cause: { kind: "model", attempts: 1 },
};
const first = (sequence: number, recovered: boolean): Finding => ({
  ...{ kind: "first_wrong", sequence, goalId: "a", text: "write_file: outside", what: "tool_error" },
  ...{ recovered, repaired: recovered, fix: null, before: [] },
});

it("takes message and recovery from the finding about the same entry, and the end of the run", () => {
  expect(verdictOf(VERDICT, [END, first(37, true)])).toEqual({
    ...{ message: "write_file: outside", end: END, recovered: true },
  });
  expect(verdictOf(VERDICT, [END, first(37, false)]).recovered).toBe(false);
});

it("keeps the text of the outline when the finding is about another entry, or not yet there", () => {
  expect(verdictOf(VERDICT, [END, first(12, true)])).toEqual({
    message: "refused",
    end: END,
    recovered: false,
  });
  expect(verdictOf(VERDICT, [])).toEqual({ message: "refused", end: null, recovered: false });
});

it("names what was missing only where the call of the verdict failed without it", () => {
  const missing = (failedAt: number): Finding => ({
    ...{ kind: "missing", sequence: 20, beforeTokens: 900, afterTokens: 300, failedAt, facts: [] },
  });
  expect(missingAt(VERDICT, [END, missing(37)])?.failedAt).toBe(37);
  expect(missingAt(VERDICT, [END, missing(52)])).toBeNull();
  expect(missingAt(VERDICT, [END])).toBeNull();
});
