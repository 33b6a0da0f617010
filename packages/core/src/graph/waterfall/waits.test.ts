import { expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming, type Timing } from "./timing.ts";
import { waitsOf } from "./waits.ts";

const ROOT = { g: "root" };

/** A run that waits for a worker, for a person about two calls one after the other, and for a budget at its end. */
const LOG: readonly OutlineEntry[] = [
  { ...ROOT, q: 1, t: 0, k: "user", d: "Go", n: 1 },
  { ...ROOT, q: 2, t: 100, k: "begin", d: "Go" },
  { ...ROOT, q: 3, t: 200, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 100, calls: ["a", "b"] },
  { ...ROOT, q: 4, t: 200, k: "approval", state: "requested", call: "a", d: "bash_command" },
  { ...ROOT, q: 5, t: 200, k: "status", s: "waiting", d: "approval" },
  { ...ROOT, q: 6, t: 900, k: "approval", state: "approved", call: "a", d: "" },
  { ...ROOT, q: 7, t: 900, k: "status", s: "running", d: "" },
  { ...ROOT, q: 8, t: 950, k: "question", state: "asked", call: "b", d: "Which one?" },
  { ...ROOT, q: 9, t: 950, k: "status", s: "waiting", d: "question" },
  { ...ROOT, q: 10, t: 1_950, k: "question", state: "answered", d: "This one" },
  { ...ROOT, q: 11, t: 2_000, k: "status", s: "waiting", d: "budget" },
];

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return timing;
}

it("lists the waits in order, each with the call that a person was asked about", () => {
  const timing = timingOf(LOG);
  const waits = waitsOf(timing, 2_500).map(({ reason, from, to, call }) => [
    ...[reason, to - from],
    call === null ? null : timing.calls[call]?.callId,
  ]);
  expect(waits).toEqual([
    ["worker", 100, null],
    ["person", 700, "a"],
    ["person", 1_000, "b"],
    ["budget", 500, null],
  ]);
});

it("counts a wait that has not ended up to the tip", () => {
  const timing = timingOf(LOG.slice(0, 5));
  expect(waitsOf(timing, 260).at(-1)).toMatchObject({ reason: "person", from: 200, to: 260, call: 1 });
});
