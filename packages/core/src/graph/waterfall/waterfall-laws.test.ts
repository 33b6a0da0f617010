import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GOAL_TOOL } from "../../log/tool-names.ts";
import type { OutlineEntry } from "../../log/outline.ts";
import { timedLogArbitrary, writeTimedLog } from "../../testing/timed-world.ts";
import {
  criticalPath,
  pathByGoal,
  pathFigures,
  pausesUntil,
  spareTimes,
  sumPath,
  tipOf,
} from "./critical-path.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming, type Timing } from "./timing.ts";
import { goalPath, goalTimes, workIn } from "./goal-sums.ts";
import { foldedAtFirst, layoutWaterfall, ROW_HEIGHTS, rowAt, type Waterfall } from "./layout-waterfall.ts";
import { LOAD_COLUMN, loadColumns } from "./load-columns.ts";
import { endOf, piecesOf, type TimedCall } from "./timed-call.ts";
import { fittingStep, foldOf, halvingStep, ladderStep, timeScale, type TimeScale } from "./time-scale.ts";

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return timing;
}

const widths = (): fc.Arbitrary<number> => fc.integer({ min: 320, max: 2000 });
const ages = (): fc.Arbitrary<number> => fc.oneof(fc.constant(0), fc.nat({ max: 500_000 }));

/** The layout of all rows, with nothing folded. */
const allRows = (timing: Timing): Waterfall =>
  layoutWaterfall(timing, { folded: new Set(), planned: [], only: null, heights: ROW_HEIGHTS });

describe("the critical path", () => {
  it("covers the run from its start to its tip without gaps or overlaps", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), ages(), (entries, age) => {
        const timing = timingOf(entries);
        const tip = tipOf(timing, timing.to + age);
        const { pieces } = criticalPath(timing, tip);
        let cursor = timing.from;
        for (const piece of pieces) {
          expect(piece.from).toBe(cursor);
          expect(piece.to).toBeGreaterThan(piece.from);
          cursor = piece.to;
        }
        expect(cursor).toBe(tip);
      }),
    );
  });

  it("adds up: kinds to work and waits, goals to the work, work and waits to the length", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), ages(), (entries, age) => {
        const timing = timingOf(entries);
        const tip = tipOf(timing, timing.to + age);
        const { pieces, calls } = criticalPath(timing, tip);
        const { worked, waited, byKind } = sumPath(pieces);
        const { byGoal, ...figures } = pathFigures(timing, tip);
        expect(figures.calls).toEqual(calls);
        expect(figures.sums.worked).toBeCloseTo(worked, 3);
        expect(figures.sums.waited).toBeCloseTo(waited, 3);
        expect([...byGoal.values()].reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(worked, 3);
        expect(worked + waited).toBeCloseTo(tip - timing.from, 3);
        expect([...byKind.values()].reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(worked + waited, 3);
        const goals = [...pathByGoal(pieces).values()].reduce((sum, ms) => sum + ms, 0);
        expect(goals).toBeCloseTo(worked, 3);
      }),
    );
  });

  it("waits in every pause, and works everywhere else but in the queue of the endpoint", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const timing = timingOf(entries);
        const tip = tipOf(timing, null);
        const pauses = pausesUntil(timing, tip);
        for (const { kind, from, to } of criticalPath(timing, tip).pieces)
          expect(workIn({ from, to }, pauses)).toBeCloseTo(kind === "wait" ? 0 : to - from, 3);
      }),
    );
  });

  it("names the slower of two parallel calls, and what the other had to spare", () => {
    const base = { g: "root" };
    const timing = timingOf([
      { ...base, q: 1, t: 0, k: "begin", d: "" },
      { ...base, q: 2, t: 0, k: "calling", call: "m1" },
      { ...base, q: 3, t: 1_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls: ["a", "b"] },
      { ...base, q: 4, t: 1_000, k: "started", call: "a", name: "explore" },
      { ...base, q: 5, t: 1_000, k: "started", call: "b", name: "read_file" },
      { ...base, q: 6, t: 31_000, k: "tool", d: "", call: "a", name: "explore", s: "ok", n: 1, m: 30_000 },
      { ...base, q: 7, t: 31_000, k: "tool", d: "", call: "b", name: "read_file", s: "ok", n: 1, m: 400 },
      { ...base, q: 8, t: 31_000, k: "calling", call: "m2" },
      { ...base, q: 9, t: 33_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 2_000, calls: [] },
      { ...base, q: 10, t: 33_000, k: "end", status: "completed", d: "" },
    ]);
    const path = criticalPath(timing, 33_000);
    expect([...path.calls].map((index) => timing.calls[index]?.callId).sort()).toEqual(["a", "m1", "m2"]);
    const spare = spareTimes(timing, path, 33_000);
    expect(timing.calls.map(({ callId }, index) => [callId, spare(index)])).toEqual([
      ["m1", null],
      ["a", null],
      ["b", 29_600],
      ["m2", null],
    ]);
    expect(sumPath(path.pieces)).toMatchObject({ worked: 33_000, waited: 0 });
  });

  it("counts a call that continues after the wait for its sub-agents from its first start", () => {
    const base = { g: "root" };
    const timing = timingOf([
      { ...base, q: 1, t: 0, k: "begin", d: "" },
      { ...base, q: 2, t: 0, k: "calling", call: "m1" },
      { ...base, q: 3, t: 1_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls: ["a"] },
      { ...base, q: 4, t: 1_000, k: "started", call: "a", name: "explore" },
      { ...base, q: 5, t: 21_000, k: "status", s: "waiting", d: "children" },
      { ...base, q: 6, t: 29_000, k: "started", call: "a", name: "explore" },
      { ...base, q: 7, t: 33_000, k: "tool", d: "", call: "a", name: "explore", s: "ok", n: 1, m: 4_000 },
      { ...base, q: 8, t: 33_000, k: "end", status: "completed", d: "" },
    ]);
    const sums = sumPath(criticalPath(timing, 33_000).pieces);
    expect(sums).toMatchObject({ worked: 25_000, waited: 8_000 });
    expect(Object.fromEntries(sums.byKind)).toEqual({ stream: 1_000, tool: 24_000, wait: 8_000 });
  });

  it("counts the time between the task and its start as waiting for a worker", () => {
    const timing = timingOf([
      { g: "root", q: 1, t: 0, k: "other", d: "the task" },
      { g: "root", q: 2, t: 9_000, k: "begin", d: "" },
      { g: "root", q: 3, t: 9_000, k: "calling", call: "m1" },
      { g: "root", q: 4, t: 10_000, k: "assistant", d: "", i: 1, o: 1, c: 0, m: 1_000, calls: [] },
      { g: "root", q: 5, t: 10_000, k: "end", status: "completed", d: "" },
    ]);
    expect(timing.pauses).toEqual([{ from: 0, to: 9_000, reason: "worker" }]);
    expect(sumPath(criticalPath(timing, timing.to).pieces)).toMatchObject({ worked: 1_000, waited: 9_000 });
  });

  it("counts an approval as waiting and the call that asked for it from its start", () => {
    const timing = timingOf(writeTimedLog([{ kind: "approval", ms: 60_000, size: 6 }]));
    const path = criticalPath(timing, timing.to);
    expect(sumPath(path.pieces).waited).toBe(60_000);
    const asked = timing.calls.find(({ name }) => name === "write_file" || name === "read_file");
    expect(piecesOf(asked ?? timing.calls[0] ?? fail(), timing.to).map(({ kind }) => kind)).toEqual([
      "wait",
      "tool",
    ]);
  });
});

function fail(): never {
  throw new Error("no call");
}

describe("the calls of the timing", () => {
  it("consist of parts without gaps or overlaps, and need only earlier calls", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), ages(), (entries, age) => {
        const timing = timingOf(entries);
        const tip = tipOf(timing, timing.to + age);
        for (const [index, call] of timing.calls.entries()) {
          let cursor = call.from;
          for (const piece of piecesOf(call, tip)) {
            expect(piece.from).toBe(cursor);
            cursor = piece.to;
          }
          expect(cursor).toBe(endOf(call, tip));
          expect(call.needs.every((need) => need < index)).toBe(true);
        }
      }),
    );
  });

  it("are each one row or a change to the plan, whatever is folded", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), fc.array(fc.nat({ max: 9 })), (entries, picks) => {
        const timing = timingOf(entries);
        const goals = [...timing.shown];
        const folded = new Set(picks.flatMap((pick) => goals[pick % goals.length] ?? []));
        const { rows, hiddenCalls } = layoutWaterfall(timing, {
          ...{ folded, planned: [], only: null, heights: ROW_HEIGHTS },
        });
        const shown = rows.filter(({ kind }) => kind === "call").length;
        const plans = timing.calls.filter(({ name }) => name === GOAL_TOOL).length;
        // A plan call that waited for its name would be a row; the runtime records goal calls with their name.
        expect(shown + hiddenCalls + plans).toBe(timing.calls.length);
        const load = loadColumns(timing, {
          ...{ goals: folded, tip: timing.to },
          scale: timeScale({ from: timing.from, pauses: [], step: 1_000, fold: 28 }),
        });
        const failures = timing.calls.filter(
          ({ outcome, goalId }) =>
            outcome === "error" && goalPath(timing, goalId).some((id) => folded.has(id)),
        );
        const marked = [...load.values()]
          .flatMap((columns) => [...columns.values()])
          .filter(({ failed }) => failed);
        expect(marked.length > 0).toBe(failures.length > 0);
      }),
    );
  });

  it("add up to the run at its root", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const timing = timingOf(entries);
        const root = goalTimes(timing, timing.to).get("root");
        const { calls } = timing;
        expect(root?.calls ?? 0).toBe(calls.length);
        const inputs = entries.map((entry) =>
          entry.k === "assistant" || (entry.k === "called" && entry.p === "summary") ? entry.i : 0,
        );
        expect(root?.tokensIn ?? 0).toBe(inputs.reduce((sum, tokens) => sum + tokens, 0));
      }),
    );
  });
});

describe("the time scale", () => {
  it("is monotone, folds pauses to one width and is invertible outside of them", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), widths(), (entries, width) => {
        const timing = timingOf(entries);
        const { from, to, pauses } = timing;
        const fold = foldOf(pauses.length, width);
        const step = fittingStep({ from, to, pauses, fold, width });
        const scale = timeScale({ from, pauses, step, fold });
        expect(scale.x(to)).toBeLessThan(width + 0.001);
        // A run that only waited is one folded pause, whatever the scale.
        if (workIn({ from, to }, pauses) > 0) expect(scale.x(to)).toBeCloseTo(width, 3);
        for (const pause of pauses)
          expect(scale.x(pause.to) - scale.x(pause.from)).toBeCloseTo(
            Math.min((pause.to - pause.from) / step, fold),
            6,
          );
        let before = Number.NEGATIVE_INFINITY;
        for (let share = 0; share <= 1; share += 0.05) {
          const time = from + (to - from) * share;
          const x = scale.x(time);
          expect(x).toBeGreaterThanOrEqual(before);
          before = x;
          const isPaused = pauses.some((pause) => time >= pause.from && time <= pause.to);
          if (!isPaused) expect(Math.abs(scale.time(x) - time)).toBeLessThan(0.01);
        }
      }),
    );
  });

  it("moves nothing but the tip of a growing run between two steps, and takes few steps", () => {
    fc.assert(
      fc.property(timedLogArbitrary(20), widths(), fc.boolean(), (entries, width, isStrip) => {
        const timing = createTiming();
        let before: Snapshot | null = null;
        let steps = 0;
        for (const entry of entries) {
          applyTiming(timing, entry);
          const after = snapshot(timing, width, isStrip);
          const isSame = before !== null && before.step === after.step && before.fold === after.fold;
          if (before !== null && isSame) {
            expect(after.tip).toBeGreaterThanOrEqual(before.tip - 1e-6);
            expectSamePlaces(before, after);
          } else steps += 1;
          before = after;
        }
        const length = Math.max(2, timing.to - timing.from);
        expect(steps).toBeLessThanOrEqual(4 + Math.ceil(Math.log2(length)));
      }),
    );
  });
});

type Snapshot = {
  readonly step: number;
  readonly fold: number;
  readonly tip: number;
  /** Per closed call: left, right and y. */
  readonly closed: ReadonlyMap<string, readonly number[]>;
};

/** Positions may differ by rounding errors. */
function expectSamePlaces(before: Snapshot, after: Snapshot): void {
  for (const [key, box] of before.closed)
    for (const [side, value] of box.entries()) expect(after.closed.get(key)?.[side]).toBeCloseTo(value, 2);
}

function snapshot(timing: Timing, width: number, isStrip: boolean): Snapshot {
  const { from, to } = timing;
  const pauses = pausesUntil(timing, to);
  const fold = foldOf(pauses.length, width);
  const step = (isStrip ? halvingStep : ladderStep)({ from, to, pauses, fold, width });
  const scale: TimeScale = timeScale({ from, pauses, step, fold });
  const closed = new Map<string, readonly number[]>();
  for (const row of allRows(timing).rows) {
    const call: TimedCall | undefined = row.kind === "call" ? timing.calls[row.index] : undefined;
    if (call !== undefined && call.to !== null)
      closed.set(call.callId, [scale.x(call.from), scale.x(call.to), row.y]);
    else if (row.kind === "goal" && !row.again) closed.set(`goal ${row.goalId}`, [row.y]);
  }
  return { step, fold, tip: scale.x(to), closed };
}

/** The y of each row, by what it shows. Of a goal that was worked on again, those after the first are one. */
function rowPlaces({ rows }: Waterfall): ReadonlyMap<string, number> {
  return new Map(
    rows.flatMap((row): (readonly [string, number])[] => {
      if (row.kind === "call") return [[`call ${row.index}`, row.y]];
      return row.kind === "goal" ? [[`${row.again ? "again" : "goal"} ${row.goalId}`, row.y]] : [];
    }),
  );
}

describe("the rows of the waterfall", () => {
  it("follow each other without gaps and are found by their height", () => {
    fc.assert(
      fc.property(timedLogArbitrary(), (entries) => {
        const { rows, height } = allRows(timingOf(entries));
        let y = 0;
        for (const [index, row] of rows.entries()) {
          expect(row.y).toBe(y);
          expect(rowAt(rows, y + row.height / 2)).toBe(index);
          y += row.height;
        }
        expect(height).toBe(y);
      }),
    );
  });

  it("stay where they are above a goal that folds, move by one amount below it, and return when it unfolds", () => {
    let moved = 0;
    fc.assert(
      fc.property(timedLogArbitrary(), fc.nat({ max: 30 }), (entries, pick) => {
        const timing = timingOf(entries);
        const layout = (folded: readonly string[]): ReturnType<typeof rowPlaces> =>
          rowPlaces(
            layoutWaterfall(timing, {
              ...{ folded: new Set(folded), planned: [], only: null, heights: ROW_HEIGHTS },
            }),
          );
        const open = layout([]);
        const goals = [...timing.shown];
        const goalId = goals[pick % Math.max(1, goals.length)];
        const at = goalId === undefined ? undefined : open.get(`goal ${goalId}`);
        // The rows of a goal that was worked on again are in several places, and each of them closes.
        if (goalId === undefined || at === undefined || open.has(`again ${goalId}`)) return;
        const closed = layout([goalId]);
        const shifts = new Set<number>();
        for (const [key, y] of closed)
          if (y <= at) expect([key, y]).toEqual([key, open.get(key)]);
          else shifts.add(y - (open.get(key) ?? Number.NaN));
        expect(shifts.size).toBeLessThanOrEqual(1);
        moved += shifts.size;
        expect(layout([])).toEqual(open);
      }),
    );
    expect(moved).toBeGreaterThan(0);
  });

  it("fold all goals of a long run, and draw its failures where they happened", () => {
    const steps = Array.from({ length: 120 }, (_, index) => ({
      ...({ kind: index % 12 === 0 ? "goal" : "turn", ms: 500, size: index % 12 === 0 ? 1 : 4 } as const),
    }));
    const timing = timingOf(writeTimedLog(steps));
    const folded = foldedAtFirst(timing);
    const { rows } = layoutWaterfall(timing, { folded, planned: [], only: null, heights: ROW_HEIGHTS });
    expect(rows.length).toBeLessThan(20);
    const scale = timeScale({ from: timing.from, pauses: [], step: 100, fold: 28 });
    const load = loadColumns(timing, { goals: folded, scale, tip: timing.to });
    const [failed] = timing.calls.filter(({ outcome }) => outcome === "error");
    const column = Math.ceil(scale.x(failed?.to ?? 0) / LOAD_COLUMN) - 1;
    expect(load.get(failed?.goalId ?? "")?.get(column)?.failed).toBe(true);
  });
});
