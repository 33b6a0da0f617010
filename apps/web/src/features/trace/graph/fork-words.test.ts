import { describe, expect, it } from "vitest";
import { NO_RUNS } from "../../../lib/run-tree/tree-sums.ts";
import type { AgentBox } from "./agent-boxes.ts";
import { type ForkTexts, forkWords } from "./fork-words.ts";

const branchOf = (
  index: number,
  { merge = "all", status = "completed" }: { merge?: string; status?: "completed" | "failed" | null } = {},
): AgentBox => ({
  agent: {
    ...{ traceId: `t${index}`, agent: "explore", task: "", goalId: "g", sequence: index + 1, callId: "c" },
    branch: { index, size: 3, merge },
    merged: null,
    end:
      status === null
        ? null
        : {
            ...{ status, sequence: 9, goalId: "g", text: "", steps: 1, tokens: 1 },
            durationMs: 1,
            cost: null,
            unverified: 0,
          },
  },
  name: `explore ${index + 1}`,
  run: null,
  below: NO_RUNS,
});

const TEXTS: ForkTexts = {
  opens: (agent, count) => `${agent} x${count}`,
  merged: (names) => `merged ${names.join()}`,
  best: (names, reason) => `${reason === null ? "chooses" : `because ${reason}:`} ${names.join()}`,
  vote: "merged vote",
};

function words(
  branches: readonly AgentBox[],
  from = 0,
  reason: string | null = null,
): { readonly opens: string; readonly merges: string } {
  const agents = new Map(branches.map((branch, index) => [`b${index}`, branch]));
  const boxes = branches.slice(from).map((_, index) => ({ id: `b${from + index}` }));
  return forkWords({ agents }, { boxes }, { texts: TEXTS, answerTo: (id) => (id === "c" ? reason : null) });
}

describe("the words of a fork", () => {
  it("say what runs at the same time, and name the branches that were merged", () => {
    const branches = [branchOf(0), branchOf(2), branchOf(1, { status: "failed" })];
    expect(words(branches)).toEqual({ opens: "explore x3", merges: "merged explore 1,explore 3" });
  });

  it("say nothing about a merge while a branch runs", () => {
    const branches = [branchOf(0), branchOf(1, { status: null }), branchOf(2)];
    expect(words(branches)).toEqual({ opens: "explore x3", merges: "" });
  });

  it("begin once when the branches need several lines", () => {
    const branches = [
      branchOf(0, { merge: "best" }),
      branchOf(1, { merge: "best" }),
      branchOf(2, { merge: "best" }),
    ];
    expect(words(branches, 2)).toEqual({ opens: "", merges: "chooses explore 1,explore 2,explore 3" });
  });

  it("say who chooses the best of which branches, and why once the run has said it", () => {
    const branches = [
      branchOf(0, { merge: "best" }),
      branchOf(1, { merge: "best", status: "failed" }),
      branchOf(2, { merge: "best" }),
    ];
    expect(words(branches).merges).toBe("chooses explore 1,explore 3");
    expect(words(branches, 0, "it names files").merges).toBe("because it names files: explore 1,explore 3");
  });

  it("say nothing where no branch completed", () => {
    const failed = [0, 1, 2].map((index) => branchOf(index, { merge: "best", status: "failed" }));
    expect(words(failed).merges).toBe("");
  });
});
