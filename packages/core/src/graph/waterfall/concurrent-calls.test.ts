import fc from "fast-check";
import { expect, it } from "vitest";
import type { OutlineBody, OutlineEntry } from "../../log/outline.ts";
import { GOAL_TOOL } from "../../log/tool-names.ts";
import { deriveGraph } from "../derive-graph.ts";
import { concurrentCalls, overlappingCalls } from "./concurrent-calls.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming, type Timing } from "./timing.ts";

const ROOT = { g: "root" };
const started = (q: number, t: number, call: string, name = "read_file"): OutlineEntry => ({
  ...{ ...ROOT, q, t, k: "started", call, name },
});
const ended = (q: number, t: number, call: string, m: number, name = "read_file"): OutlineEntry => ({
  ...{ ...ROOT, q, t, k: "tool", d: "", call, name, s: "ok", n: 1, m },
});

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  const step: OutlineEntry = {
    ...ROOT,
    q: 1,
    t: 0,
    k: "assistant",
    d: "",
    i: 1,
    o: 1,
    c: 0,
    m: 0,
    calls: [],
  };
  for (const entry of [step, ...entries]) applyTiming(timing, entry);
  return timing;
}

const namesOf = (timing: Timing): readonly (readonly string[])[] =>
  concurrentCalls(timing).map((group) => group.map((index) => timing.calls[index]?.callId ?? ""));

it("groups calls that overlap, directly or through another one", () => {
  const timing = timingOf([
    ...[started(2, 0, "a"), started(3, 0, "b"), ended(4, 300, "a", 300), started(5, 400, "c")],
    ...[ended(6, 500, "b", 500), ended(7, 900, "c", 500), started(8, 950, "d"), ended(9, 990, "d", 40)],
  ]);
  expect(namesOf(timing)).toEqual([["a", "b", "c"]]);
});

it("treats calls that only touch as sequential", () => {
  const timing = timingOf([
    ...[started(2, 0, "a"), ended(3, 100, "a", 100), started(4, 100, "b"), ended(5, 200, "b", 100)],
  ]);
  expect(namesOf(timing)).toEqual([]);
});

it("leaves out changes to the plan, and the time in which a call waits for a person", () => {
  const timing = timingOf([
    ...[started(2, 0, "p", "goal"), started(3, 0, "a"), ended(4, 50, "p", 50, "goal")],
    { ...ROOT, q: 5, t: 0, k: "approval", state: "requested", call: "w", d: "bash_command" },
    ended(6, 100, "a", 100),
    { ...ROOT, q: 7, t: 500, k: "approval", state: "approved", call: "w", d: "" },
    ...[started(8, 500, "w", "bash_command"), ended(9, 600, "w", 100, "bash_command")],
  ]);
  expect(namesOf(timing)).toEqual([]);
});

it("counts calls too short to measure that ran beside another one", () => {
  const timing = timingOf([
    ...[started(2, 0, "a"), started(3, 10, "b"), ended(4, 50, "a", 50), ended(5, 50, "b", 0)],
    ...[started(6, 60, "c"), ended(7, 60, "c", 0), started(8, 60, "d"), ended(9, 60, "d", 0)],
  ]);
  expect(namesOf(timing)).toEqual([["a", "b"]]);
});

it("counts calls that still run, whatever the time is", () => {
  const timing = timingOf([started(2, 0, "a"), started(3, 100, "b")]);
  expect(namesOf(timing)).toEqual([["a", "b"]]);
});

it("leaves out a call that still waits for a person, and one that a person denied", () => {
  const asked: OutlineEntry = {
    ...ROOT,
    q: 2,
    t: 0,
    k: "approval",
    state: "requested",
    call: "w",
    d: "bash_command",
  };
  const beside = [started(3, 0, "a"), ended(4, 900, "a", 900)];
  expect(namesOf(timingOf([asked, ...beside]))).toEqual([]);
  const denied: OutlineEntry = { ...ROOT, q: 5, t: 1_000, k: "approval", state: "denied", call: "w", d: "" };
  expect(namesOf(timingOf([asked, ...beside, denied, ended(6, 1_000, "w", 0, "bash_command")]))).toEqual([]);
});

it("compares only the calls that are asked for", () => {
  const timing = timingOf([
    started(2, 0, "a"),
    started(3, 0, "b"),
    started(4, 0, "c"),
    ended(5, 90, "a", 90),
  ]);
  const groups = concurrentCalls(timing, ["a", "c", "unknown"]);
  expect(groups.map((group) => group.map((index) => timing.calls[index]?.callId))).toEqual([["a", "c"]]);
});

type Turn = readonly {
  readonly from: number;
  /** How much later it starts again; null for never. */
  readonly again: number | null;
  readonly ms: number;
  readonly isPlan: boolean;
}[];

/** The log of turns whose calls begin, start again and then take as long as given. Results are recorded in the order of the calls. */
function logOfTurns(turns: readonly Turn[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let t = 0;
  const add = (body: OutlineBody): void => void entries.push({ ...ROOT, q: entries.length + 1, t, ...body });
  for (const [turn, calls] of turns.entries()) {
    const ids = calls.map((_, index) => `${turn}-${index}`);
    add({ k: "assistant", d: "", i: 1, o: 1, c: 0, m: 0, calls: ids });
    const begin = t;
    const ended = calls.map(({ from, again, ms }) => begin + from + (again ?? 0) + ms);
    const named = calls.map((call, index) => ({
      ...call,
      call: ids[index] ?? "",
      name: call.isPlan ? GOAL_TOOL : "read",
    }));
    const starts = named.flatMap(({ from, again, call, name }) =>
      [0, ...(again === null ? [] : [again])].map((later) => ({ at: from + later, call, name })),
    );
    for (const { at, call, name } of starts.sort((left, right) => left.at - right.at)) {
      t = begin + at;
      add({ k: "started", call, name });
    }
    for (const [index, { call, name, ms }] of named.entries()) {
      t = Math.max(t, ended[index] ?? 0);
      add({ k: "tool", d: "", call, name, s: "ok", n: 1, m: ms });
    }
  }
  return entries;
}

it("finds the same groups in the graph of a run, before its timing is known", () => {
  const call = fc.record({
    from: fc.nat({ max: 40 }),
    again: fc.option(fc.nat({ max: 60 })),
    ms: fc.nat({ max: 40 }),
    isPlan: fc.boolean(),
  });
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.array(call, { maxLength: 6 }), { maxLength: 5 }), (turns) => {
      const log = logOfTurns(turns);
      const timing = createTiming();
      for (const entry of log) applyTiming(timing, entry);
      const edge = deriveGraph("task", log).edges.get("root");
      const groups = namesOf(timing);
      found += groups.length;
      expect(overlappingCalls(edge?.turns ?? [])).toEqual(groups);
    }),
  );
  expect(found).toBeGreaterThan(20);
});

const groupsOfGraph = (log: readonly OutlineEntry[]): readonly (readonly string[])[] =>
  overlappingCalls(deriveGraph("task", log).edges.get("root")?.turns ?? []);

const asked = (q: number, t: number, calls: readonly string[]): OutlineEntry => ({
  ...{ ...ROOT, q, t, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 0, calls },
});

it("takes a call that starts again after its sub-agents as running since its first start", () => {
  const calls = [
    ...[started(2, 1_000, "explore", "explore"), started(3, 1_000, "read"), ended(4, 2_000, "read", 1_000)],
    ...[started(5, 29_000, "explore", "explore"), ended(6, 33_000, "explore", 4_000, "explore")],
  ];
  expect(namesOf(timingOf(calls))).toEqual([["explore", "read"]]);
  expect(groupsOfGraph([asked(1, 0, ["explore", "read"]), ...calls])).toEqual([["explore", "read"]]);
});

it("takes a call that starts again after a person's answer as running only since then", () => {
  const calls: readonly OutlineEntry[] = [
    started(2, 1_000, "ask", "ask_user"),
    { ...ROOT, q: 3, t: 1_000, k: "question", state: "asked", call: "ask", d: "" },
    ...[started(4, 2_000, "read"), ended(5, 3_000, "read", 1_000)],
    { ...ROOT, q: 6, t: 9_000, k: "question", state: "answered", d: "" },
    ...[started(7, 9_000, "ask", "ask_user"), ended(8, 9_100, "ask", 100, "ask_user")],
  ];
  expect(namesOf(timingOf(calls))).toEqual([]);
  expect(groupsOfGraph([asked(1, 0, ["ask", "read"]), ...calls])).toEqual([]);
});
