import { expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { concurrentCalls } from "./concurrent-calls.ts";
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
