import { deriveGraph } from "@goaltrace/core/graph";
import type { GraphAgent } from "@goaltrace/core/graph";
import { describe, expect, it } from "vitest";
import { NO_RUNS } from "../../../lib/run-tree/tree-sums.ts";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import {
  type AgentBox,
  agentBoxes,
  agentFigures,
  agentStatus,
  agentWork,
  workedTogether,
} from "./agent-boxes.ts";

const RUN: TreeRun = {
  ...{ id: "a", parentId: "root", depth: 1, agent: "explore", title: "Look", status: "running" },
  ...{
    waitingFor: null,
    toolCallId: "x",
    phase: "executing",
    activity: null,
    calls: 6,
    errors: 0,
    tokens: 100,
    cost: 0.5,
  },
  ...{
    createdAt: 1_000,
    startedAt: 2_000,
    endedAt: null,
    durationMs: 0,
    waitedMs: 0,
    modelCalls: 0,
    budget: null,
    answer: "",
    failure: null,
    decision: null,
  },
};
const AGENT: GraphAgent = {
  ...{ traceId: "a", agent: "explore", task: "Look", goalId: "root", sequence: 2, callId: "x" },
  ...{ branch: null, merged: null, end: null },
};
const END: NonNullable<GraphAgent["end"]> = {
  ...{ status: "completed", sequence: 9, goalId: "root", text: "Found.", steps: 3, tokens: 70 },
  ...{ durationMs: 900, cost: 0.4, unverified: 0 },
};

function box(
  end: Partial<NonNullable<GraphAgent["end"]>> | null,
  run: Partial<TreeRun> | null = {},
  isBranch = false,
): AgentBox {
  const branch = isBranch ? { index: 0, size: 2, merge: "all" } : null;
  return {
    agent: { ...AGENT, branch, end: end === null ? null : { ...END, ...end } },
    name: AGENT.agent,
    run: run === null ? null : { ...RUN, ...run },
    below: NO_RUNS,
  };
}

describe("two sub-agents of a run", () => {
  const from = (sequence: number): AgentBox => {
    const next = box(null);
    return { ...next, agent: { ...next.agent, sequence } };
  };

  it("ran at the same time if the second began before the first had ended", () => {
    expect(workedTogether(box({ sequence: 9 }), from(8))).toBe(true);
    expect(workedTogether(box(null), from(20))).toBe(true);
  });

  it("ran one after the other if the first had ended", () => {
    expect(workedTogether(box({ sequence: 9 }), from(10))).toBe(false);
  });

  it("count as parallel while one of them is not known", () => {
    expect(workedTogether(undefined, from(10))).toBe(true);
    expect(workedTogether(box({ sequence: 9 }), undefined)).toBe(true);
  });
});

describe("the box of a sub-agent", () => {
  it("has the status of the run while it works, and runs until more is known", () => {
    expect(agentStatus(box(null, { status: "waiting" }))).toBe("waiting");
    expect(agentStatus(box(null, { status: "queued" }))).toBe("running");
    expect(agentStatus(box(null, null))).toBe("running");
  });

  it("has the status that the log records once it has ended, whatever the run says", () => {
    expect(agentStatus(box({ status: "failed" }, { status: "running" }))).toBe("failed");
    expect(agentStatus(box({}))).toBe("completed");
    expect(agentStatus(box({}, { errors: 1 }))).toBe("problems");
  });

  it("is abandoned when it is a branch that did not complete", () => {
    expect(agentStatus(box({ status: "failed" }, {}, true))).toBe("abandoned");
    expect(agentStatus(box({ status: "cancelled" }, {}, true))).toBe("abandoned");
    expect(agentStatus(box({}, {}, true))).toBe("completed");
  });

  it("counts its own figures, from the log once it has ended", () => {
    expect(agentFigures(box(null))).toEqual({
      ...{ calls: 6, errors: 0, tokens: 100, cost: 0.5, durationMs: null, times: RUN },
    });
    expect(agentFigures(box({}, null))).toEqual({
      ...{ calls: 3, errors: 0, tokens: 70, cost: 0.4, durationMs: 900, times: null },
    });
    expect(agentFigures(box({ cost: null })).cost).toBeNull();
    expect(agentFigures(box(null, { cost: null })).cost).toBeNull();
  });

  it("counts the runs below it, and has no cost when that of one of them is unknown", () => {
    const below = { calls: 4, tokens: 50, cost: 0.25 };
    expect(agentFigures({ ...box({}), below })).toMatchObject({ calls: 10, tokens: 120, cost: 0.65 });
    expect(agentFigures({ ...box({}), below: { ...below, cost: null } }).cost).toBeNull();
  });

  it("adds its work to its goal, and for several of one call the time by which the longest exceeds the call", () => {
    const call = { t: 1, g: "root", call: "x" } as const;
    const graph = deriveGraph("task", [
      { ...call, q: 1, k: "child", state: "spawned", child: "a", d: "explore", index: 0, size: 2 },
      { ...call, q: 2, k: "child", state: "spawned", child: "b", d: "explore", index: 1, size: 2 },
      { ...call, q: 3, k: "child", state: "completed", child: "a", d: "", n: 10, m: 300, c: 0.5 },
      { ...call, q: 4, k: "child", state: "failed", child: "b", d: "", n: 20, m: 900, c: 0.25 },
    ]);
    const work = agentWork(graph, agentBoxes(graph, []));
    expect([...work]).toEqual([["root", { tokens: 30, cost: 0.75, workedMs: 900 }]]);
  });

  it("is found by the position that the storyboard gave it", () => {
    const graph = deriveGraph("task", [
      {
        ...{ q: 1, t: 1, g: "root", k: "child", state: "spawned", child: "a", d: "explore" },
        ...{ call: "x", index: 1, size: 2, merge: "all" },
      },
      { q: 2, t: 2, g: "root", k: "child", state: "spawned", child: "b", d: "general" },
    ]);
    const boxes = agentBoxes(graph, [RUN]);
    expect([...boxes].map(([id, { agent, run }]) => [id, agent.traceId, run?.id])).toEqual([
      ["agents:x/1", "a", "a"],
      ["agent:b", "b", undefined],
    ]);
  });
});
