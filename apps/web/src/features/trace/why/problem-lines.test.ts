import type { Finding } from "@goaltrace/core/diagnose";
import { deriveGraph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { problemsOf, retryReasons } from "./problem-lines.ts";

const first = (goalId: string, recovered = false, repaired = recovered): Finding => ({
  ...{ kind: "first_wrong", sequence: 7, goalId, text: "read_file: No such file.", what: "tool_error" },
  ...{ recovered, repaired, fix: null, before: [] },
});
const error = (sequence: number, repaired = false) => ({
  ...{ sequence, goalId: "a1", text: "No such file.", repaired },
});
const ERRORS: Finding = {
  ...{ kind: "tool_errors", sequence: 7, count: 1 },
  tools: [{ toolName: "read_file", places: [error(7, true)] }],
};

function graphWith(status: "completed" | "failed" | "abandoned" | null): ReturnType<typeof deriveGraph> {
  const log = outlineLog();
  log.goal("a");
  log.goal("a1", "a");
  log.turn("a1", ["error"]);
  if (status !== null) log.status("a1", status);
  return deriveGraph("task", log.entries);
}

describe("problemsOf", () => {
  it("names the call, its goal, and the message without the name of the call", () => {
    const number = problemsOf({ findings: [first("a1", true), ERRORS] }, graphWith("completed"));
    expect(number).toEqual([
      { ...{ sequence: 7, tool: "read_file", place: "1.1", text: "No such file.", fate: "recovered" } },
    ]);
    expect(problemsOf({ findings: [first("root"), ERRORS] }, graphWith(null))[0]?.place).toBe("");
    expect(problemsOf({ findings: [first("a1")] }, graphWith(null))).toMatchObject([
      { tool: "", text: "read_file: No such file." },
    ]);
  });

  it("says how it ended for its goal, and whether a later call got what it asked for", () => {
    const fate = (status: Parameters<typeof graphWith>[0], recovered = false, repaired = false): unknown =>
      problemsOf({ findings: [first("a1", recovered, repaired)] }, graphWith(status))[0]?.fate;
    expect([fate("failed", true, true), fate("abandoned", true, true)]).toEqual(["goal_failed", "given_up"]);
    expect([fate(null, true, true), fate(null, true), fate("completed")]).toEqual([
      ...["recovered", "went_on", "went_on"],
    ]);
    expect(fate(null)).toBe("unknown");
  });

  it("adds further errors, at most three in all and in order, those that were not repaired before others", () => {
    const tools = [
      { toolName: "read_file", places: [error(7, true), error(12, true), error(30)] },
      { toolName: "run_tests", places: [error(20)] },
    ];
    const errors: Finding = { kind: "tool_errors", sequence: 7, count: 4, tools };
    const found = problemsOf({ findings: [first("a1", true), errors] }, graphWith("completed"));
    expect(found.map(({ sequence, tool, fate }) => [sequence, tool, fate])).toEqual([
      [7, "read_file", "recovered"],
      [20, "run_tests", "went_on"],
      [30, "read_file", "went_on"],
    ]);
  });

  it("is empty without problems", () => {
    expect(problemsOf({ findings: [] }, graphWith(null))).toEqual([]);
  });
});

describe("retryReasons", () => {
  it("lists reasons with how often each, the most frequent first", () => {
    const failure = (message: string) => ({ code: "MODEL_UNAVAILABLE", message, fix: "" }) as const;
    const retries: Finding = {
      ...{ kind: "retries", sequence: 3, count: 3, lostMs: 10 },
      reasons: [
        { failure: failure("answered 502"), sequences: [3] },
        { failure: failure("answered 429"), sequences: [4, 5] },
      ],
    };
    expect(retryReasons({ findings: [retries] })).toEqual([
      { sequence: 4, count: 2, text: "answered 429" },
      { sequence: 3, count: 1, text: "answered 502" },
    ]);
    expect(retryReasons({ findings: [] })).toEqual([]);
  });
});
