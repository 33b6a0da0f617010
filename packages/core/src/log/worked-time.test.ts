import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldLength, NO_LENGTH, runLength } from "./run-length.ts";
import { treeBudget } from "./tree-budget.ts";
import { type RunTimes, workedMs } from "./worked-time.ts";

type Step = { readonly kind: "work" | "wait"; readonly ms: number };
type Moment = { readonly now: number; readonly times: RunTimes; readonly expected: number };

/** Returns the row of a run at moments within and between its steps of work and waiting, and after its end. */
function momentsOf(queuedMs: number, steps: readonly Step[]): readonly Moment[] {
  const base = { createdAt: 0, startedAt: queuedMs, endedAt: null };
  let fold = NO_LENGTH;
  let [sequence, at, worked] = [0, queuedMs, 0];
  const add = (kind: "begin" | "waiting" | "other" | "end"): void => {
    fold = foldLength(fold, { sequence, at, kind, queuedMs: 0 });
    sequence += 1;
  };
  const row = (status: RunTimes["status"]): RunTimes => {
    const { worked: w, waited } = runLength(fold, null);
    return { ...base, status, durationMs: w + waited, waitedMs: waited };
  };
  const moments: Moment[] = [
    {
      now: 0,
      times: { ...base, startedAt: null, status: "queued", durationMs: 0, waitedMs: 0 },
      expected: 0,
    },
  ];
  add("begin");
  for (const { kind, ms } of steps) {
    if (kind === "wait") add("waiting");
    const times = row(kind === "wait" ? "waiting" : "running");
    for (const passed of [0, Math.floor(ms / 2), ms])
      moments.push({ now: at + passed, times, expected: worked + (kind === "work" ? passed : 0) });
    at += ms;
    if (kind === "work") worked += ms;
    add("other");
  }
  add("end");
  const ended = { ...row("completed"), endedAt: at };
  return [
    ...moments,
    { now: at, times: ended, expected: worked },
    { now: at * 2, times: ended, expected: worked },
  ];
}

const steps = fc.array(
  fc.record({ kind: fc.constantFrom("work" as const, "wait" as const), ms: fc.nat({ max: 90_000 }) }),
  { maxLength: 12 },
);

describe("the time that a run has worked", () => {
  it("is all of its time but its waits: while it works, while it waits and after its end", () => {
    fc.assert(
      fc.property(fc.nat({ max: 9_000 }), steps, (queuedMs, taken) => {
        for (const { now, times, expected } of momentsOf(queuedMs, taken))
          expect(workedMs(times, now)).toBe(expected);
      }),
    );
  });

  it("never runs backwards in a budget", () => {
    fc.assert(
      fc.property(fc.nat({ max: 9_000 }), steps, (queuedMs, taken) => {
        let before = 0;
        for (const { now, times } of momentsOf(queuedMs, taken)) {
          const run = { ...times, id: "root", parentId: null, cost: 0, tokens: 0, modelCalls: 0 };
          const [time] = treeBudget({ ...run, budget: { ms: 60_000 } }, [run], now);
          expect(time?.used).toBeGreaterThanOrEqual(before);
          before = time?.used ?? 0;
        }
      }),
    );
  });
});
