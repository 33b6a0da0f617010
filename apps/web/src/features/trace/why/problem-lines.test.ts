import type { Finding } from "@goaltrace/core/diagnose";
import { deriveGraph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { firstProblem, retryReasons } from "./problem-lines.ts";

const first = (goalId: string, recovered = false): Finding => ({
  ...{ kind: "first_wrong", sequence: 7, goalId, text: "read_file: No such file.", what: "tool_error" },
  ...{ recovered, fix: null, before: [] },
});
const ERRORS: Finding = {
  ...{ kind: "tool_errors", sequence: 7, count: 1 },
  tools: [{ toolName: "read_file", places: [{ sequence: 7, goalId: "a1", text: "No such file." }] }],
};

function graphWith(status: "completed" | "failed" | "abandoned" | null): ReturnType<typeof deriveGraph> {
  const log = outlineLog();
  log.goal("a");
  log.goal("a1", "a");
  log.turn("a1", ["error"]);
  if (status !== null) log.status("a1", status);
  return deriveGraph("task", log.entries);
}

describe("firstProblem", () => {
  it("names the call, its goal, and the message without the name of the call", () => {
    const number = firstProblem({ findings: [first("a1"), ERRORS] }, graphWith("completed"));
    expect(number).toEqual({
      ...{ sequence: 7, tool: "read_file", place: "1.1", text: "No such file.", fate: "recovered" },
    });
    expect(firstProblem({ findings: [first("root"), ERRORS] }, graphWith(null))?.place).toBe("");
    expect(firstProblem({ findings: [first("a1")] }, graphWith(null))).toMatchObject({
      ...{ tool: "", text: "read_file: No such file." },
    });
  });

  it("says how it ended for its goal, and for the run while its goal is open", () => {
    const fate = (status: Parameters<typeof graphWith>[0], recovered = false): unknown =>
      firstProblem({ findings: [first("a1", recovered)] }, graphWith(status))?.fate;
    expect([fate("failed", true), fate("abandoned", true), fate(null, true), fate(null)]).toEqual([
      ...["goal_failed", "given_up", "recovered", "unknown"],
    ]);
  });

  it("is null without problems", () => {
    expect(firstProblem({ findings: [ERRORS] }, graphWith(null))).toBeNull();
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
