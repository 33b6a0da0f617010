import type { TreeRun } from "@goaltrace/host";
import { expect, it } from "vitest";
import { agentLines } from "./agent-lines.ts";

const run = (fields: Partial<TreeRun>): TreeRun => ({
  ...{ id: "root", parentId: null, depth: 0, agent: "general", title: "Do it", status: "running" },
  ...{
    waitingFor: null,
    toolCallId: null,
    phase: "executing",
    activity: null,
    calls: 1,
    modelCalls: 1,
    budget: null,
    errors: 0,
    tokens: 10,
    cost: 0,
  },
  ...{ createdAt: 0, startedAt: 0, endedAt: null, durationMs: 0, waitedMs: 0, answer: "", failure: null },
  ...fields,
});

it("shows each sub-agent with its state, time, cost and reason to wait, and the limits that are left", () => {
  const below = { parentId: "root", depth: 1 } as const;
  const reads = { kind: "tool", tool: "read_file", target: "a.md", since: 0 } as const;
  const runs = [
    run({}),
    run({
      ...{ ...below, id: "a", status: "waiting", waitingFor: "approval", title: "Change a" },
      ...{ durationMs: 12_000, waitedMs: 2_000 },
    }),
    run({ ...below, id: "b", agent: "explore", activity: reads, calls: 3, cost: 0.25, startedAt: 30_000 }),
    run({ id: "c", parentId: "b", depth: 2, status: "queued", title: "Deeper", cost: null }),
    run({ ...below, id: "d", status: "completed", endedAt: 5_000, title: "Done" }),
  ];
  expect(agentLines(runs, 90_000)).toEqual([
    "Sub-agents: 4, 3 at work.",
    "general 1 (a) waits for your approval, 10 s, 1 call, $0.00: Change a",
    "explore (b) runs read_file a.md, 1 min 0 s, 3 calls, $0.25: Do it",
    "  general 2 (c) waits for a place, 0 s, 1 call, cost unknown: Deeper",
    "general 3 (d) completed, 5 s, 1 call, $0.00: Done",
    "This run can start 60 more, 7 at a time, 3 levels deep.",
  ]);
});

it("shows what the run and all its sub-agents have used of its budget", () => {
  const runs = [
    run({ budget: { usd: 0.5, tokens: 200_000, ms: 600_000, steps: 30 }, cost: 0.02, tokens: 9_000 }),
    run({ parentId: "root", depth: 1, id: "a", status: "completed", cost: 0.1, tokens: 3_400 }),
  ];
  expect(agentLines(runs, 90_000)).toContain(
    "Used of the budget: $0.12 of $0.50, 12.4k of 200k tokens, 1 min 30 s of 10 min 0 s, 2 of 30 steps. The rest is for the run and all its sub-agents together.",
  );
});

it("shows what each sub-agent was given and what is left of it, and what it used once it has ended", () => {
  const below = { parentId: "root", depth: 1, startedAt: 30_000 } as const;
  const runs = [
    run({ budget: { usd: 0.5 }, cost: 0.1 }),
    run({ ...below, id: "a", cost: 0.05, tokens: 8_000, budget: { tokens: 20_000, ms: 120_000 } }),
    run({ ...below, id: "b", cost: 0.05, endedAt: 60_000, status: "completed", budget: { tokens: 20_000 } }),
  ];
  expect(agentLines(runs, 90_000).slice(1, 3)).toEqual([
    "general 1 (a) thinks, 1 min 0 s, 1 call, $0.05, $0.30 of $0.50 left for the whole run, 12k of 20k tokens left, 1 min 0 s of 2 min 0 s left: Do it",
    "general 2 (b) completed, 30 s, 1 call, $0.05, $0.05 of $0.50 used as its part of the whole run's, 10 of 20k tokens used: Do it",
  ]);
});

it("reports that there are none", () => {
  expect(agentLines([run({})], 0)).toEqual([
    "The last run has no sub-agents.",
    "This run can start 64 more, 8 at a time, 3 levels deep.",
  ]);
});
