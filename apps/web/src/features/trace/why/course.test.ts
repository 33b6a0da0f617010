import { applyTiming, createTiming, deriveGraph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { goalWork } from "../state/goal-work.ts";
import { type Course, courseOf } from "./course.ts";

const ROOT = { g: "root" };
const goal = (q: number, t: number, goalId: string, parentId = "root"): OutlineEntry => ({
  ...{ ...ROOT, q, t, k: "goals" },
  ops: [
    {
      ...{ op: "created", goalId, parentId, index: 9, title: goalId, reason: null },
      ...{ acceptance: [], dependsOn: [] },
    },
    { op: "focused", goalId },
  ],
});
const ask = (q: number, t: number, g: string): OutlineEntry => ({ q, t, g, k: "calling", call: `m${q}` });
const turn = (q: number, t: number, g: string, calls: readonly string[], m: number): OutlineEntry => ({
  ...{ q, t, g, k: "assistant", d: "" },
  ...{ i: 1, o: 1, c: 0, m, calls },
});
const start = (q: number, t: number, g: string, call: string, name: string): OutlineEntry => ({
  ...{ q, t, g, k: "started", call, name },
});
const end = (
  q: number,
  t: number,
  g: string,
  [call, name, m]: readonly [string, string, number],
): OutlineEntry => ({
  ...{ q, t, g, k: "tool", d: "", call, name, s: "ok", n: 1, m },
});

/** Plans for a second, reads two files at once in a goal below another, waits for a person and answers. */
const LOG: readonly OutlineEntry[] = [
  { ...ROOT, q: 1, t: 0, k: "begin", d: "Go" },
  ask(2, 0, "root"),
  turn(3, 1_000, "root", [], 1_000),
  ...[goal(4, 1_000, "a"), goal(5, 1_000, "a1", "a")],
  ask(6, 1_000, "a1"),
  turn(7, 2_000, "a1", ["x", "y"], 1_000),
  ...[start(8, 2_000, "a1", "x", "read_file"), start(9, 2_000, "a1", "y", "read_file")],
  end(10, 3_000, "a1", ["x", "read_file", 1_000]),
  end(11, 5_000, "a1", ["y", "read_file", 3_000]),
  ask(12, 5_000, "a1"),
  turn(13, 6_000, "a1", ["w"], 1_000),
  { q: 14, t: 6_000, g: "a1", k: "approval", state: "requested", call: "w", d: "bash_command" },
  { ...ROOT, q: 15, t: 6_000, k: "status", s: "waiting", d: "approval" },
  { q: 16, t: 9_000, g: "a1", k: "approval", state: "approved", call: "w", d: "" },
  { ...ROOT, q: 17, t: 9_000, k: "status", s: "running", d: "" },
  start(18, 9_000, "a1", "w", "bash_command"),
  end(19, 9_500, "a1", ["w", "bash_command", 500]),
  ask(20, 9_500, "root"),
  turn(21, 10_000, "root", [], 500),
  { ...ROOT, q: 22, t: 10_000, k: "end", status: "completed", d: "Done" },
];

function read(entries: readonly OutlineEntry[] = LOG): Course {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  const agents = new Map([["a1", { tokens: 0, cost: 0, workedMs: 200 }]]);
  const graph = deriveGraph("", entries);
  const work = goalWork({ graph, timing, tip: timing.to, agents });
  return courseOf({ graph, timing, now: null, worked: 7_000, work });
}

it("names the calls that ran at the same time", () => {
  expect(read().together).toEqual([{ sequence: 10, count: 2, names: [{ name: "read_file", times: 2 }] }]);
});

it("names the call during which the run waited", () => {
  expect(read().waits).toEqual([
    {
      ...{
        reason: "person",
        sequence: 19,
        callId: "w",
        tool: "bash_command",
        ms: 3_000,
        to: 9_000,
        agents: [],
      },
      ...{ goal: { number: "1.1", title: "a1" }, isBefore: false },
    },
  ]);
});

it("names the sub-agents through which the run waited for a person, without those that had ended", () => {
  const child = (q: number, t: number, fields: object): OutlineEntry =>
    ({ ...ROOT, q, t, k: "child", ...fields }) as OutlineEntry;
  const spawned = (q: number, id: string): OutlineEntry =>
    child(q, 3_000, { state: "spawned", child: id, d: "explore", task: id, call: "x" });
  const ended = { d: "", steps: 1, tokens: 1, m: 100, c: 0, call: "x" };
  const { waits } = read([
    ...[{ ...ROOT, q: 1, t: 0, k: "user", d: "Go", n: 1 } as const, ask(5, 2_000, "a")],
    ...[turn(6, 3_000, "a", ["x"], 1_000), start(7, 3_000, "a", "x", "explore")],
    ...[spawned(8, "first"), spawned(8.5, "second")],
    child(9, 3_200, { state: "completed", child: "first", ...ended }),
    { ...ROOT, q: 10, t: 3_500, k: "status", s: "waiting", d: "children", u: "approval" },
    { ...ROOT, q: 11, t: 9_500, k: "status", s: "running", d: "" },
  ]);
  expect(
    waits.map(({ reason, tool, agents }) => [reason, tool, agents.map(({ traceId }) => traceId)]),
  ).toEqual([["person", "explore", ["second"]]]);
});

it("names the goal at which the run waited, none between its turns, and the waits before its work", () => {
  const status = (q: number, t: number, s: "running" | "waiting", d = ""): OutlineEntry => ({
    ...{ ...ROOT, q, t, k: "status", s, d },
  });
  const task = (q: number, t: number): OutlineEntry => ({ ...ROOT, q, t, k: "user", d: "Go", n: 1 });
  const begin = (q: number, t: number): OutlineEntry => ({ ...ROOT, q, t, k: "begin", d: "Go" });
  const waits = read([
    ...[task(1, 0), begin(2, 2_000), goal(4, 2_000, "a")],
    ...[ask(5, 2_000, "a"), turn(6, 3_000, "a", ["x"], 1_000), start(7, 3_000, "a", "x", "task")],
    ...[status(8, 3_500, "waiting", "children"), status(9, 8_000, "running")],
    ...[status(9.2, 8_100, "waiting", "pause"), status(9.4, 9_500, "running")],
    end(10, 10_000, "a", ["x", "task", 7_000]),
    { ...ROOT, q: 11, t: 10_000, k: "end", status: "completed", d: "Done" },
    ...[task(12, 20_000), begin(13, 22_000)],
    ...[ask(15, 22_000, "root"), turn(16, 23_000, "root", [], 1_000)],
  ]).waits;
  expect(
    waits.map(({ reason, tool, goal: at, isBefore }) => [reason, tool, at?.number ?? null, isBefore]),
  ).toEqual([
    ["worker", "", null, true],
    ["children", "task", "1", false],
    ["pause", "", "1", false],
    ["turn", "", null, false],
    ["worker", "", null, true],
  ]);
});

it("names whom a run waits for through its sub-agents, at the same entry during the wait and after it", () => {
  const spawn: OutlineEntry = {
    ...{ ...ROOT, q: 3.5, t: 1_200, k: "child", child: "c1", state: "spawned" },
    ...{ call: "x", task: "Look", d: "explore" },
  };
  const during: readonly OutlineEntry[] = [
    ...[{ ...ROOT, q: 1, t: 0, k: "begin", d: "Go" } as const, goal(1.5, 0, "a")],
    ...[ask(2, 0, "a"), turn(3, 1_000, "a", ["x"], 1_000), start(3.2, 1_000, "a", "x", "task"), spawn],
    { ...ROOT, q: 4, t: 2_000, k: "status", s: "waiting", d: "children", u: "approval" },
  ];
  const running: OutlineEntry = { ...ROOT, q: 5, t: 9_000, k: "status", s: "running", d: "" };
  const after = [...during, running, end(6, 10_000, "a", ["x", "task", 9_000])];
  for (const log of [[...during, running], after])
    expect(read(log).waits).toMatchObject([{ reason: "person", tool: "task", ms: 7_000, sequence: 3.5 }]);
});

it("divides the time that the run worked among its stages, itself, and what ran at the same time", () => {
  const { times } = read();
  expect(times).toEqual({
    stages: [{ goalId: "a", number: "1", title: "a", ms: 5_700 }],
    ...{ itself: 1_500, rest: 7_000 - 5_700 - 1_500 },
  });
});

it("lists revisions of the plan with their reasons", () => {
  const plan: OutlineEntry = { q: 20.2, t: 9_900, g: "a", k: "plan", n: 2, revision: 1, d: "step 2 failed" };
  expect(read([...LOG.slice(0, -2), plan]).changes).toEqual([
    { goalId: "a", sequence: 20.2, reason: "step 2 failed" },
  ]);
});

it("divides nothing without a plan", () => {
  expect(read(LOG.slice(0, 3)).times).toBeNull();
});
