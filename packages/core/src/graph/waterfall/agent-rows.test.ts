import fc from "fast-check";
import { expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { timedLogArbitrary } from "../../testing/timed-world.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming, type Timing } from "./timing.ts";
import { layoutWaterfall, ROW_HEIGHTS, type Waterfall } from "./layout-waterfall.ts";

function timingOf(entries: readonly OutlineEntry[]): Timing {
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  return timing;
}

const begin = { q: 1, t: 0, g: "root", k: "begin", d: "task" } as const;
const call = (q: number, id: string) =>
  ({ q, t: q * 10, g: "root", k: "started", call: id, name: "read_file" }) as const;
const spawn = (q: number, child: string) =>
  ({
    q,
    t: q * 10,
    g: "root",
    k: "child",
    call: "x",
    state: "spawned",
    child,
    d: "explore",
    task: child,
  }) as const;

const RUN = timingOf([begin, call(2, "x"), spawn(3, "a"), spawn(4, "b"), call(5, "y")]);
const A = timingOf([begin, call(2, "a1"), spawn(3, "a-a"), call(4, "a2")]);
const INNER = timingOf([begin, call(2, "aa1")]);

const layout = (timing: Timing, open: ReadonlyMap<string, Timing | null>): Waterfall =>
  layoutWaterfall(timing, { folded: new Set(), planned: [], only: null, heights: ROW_HEIGHTS, open });

const kinds = ({ rows }: Waterfall): readonly string[] =>
  rows.map(({ kind, depth, ...row }) => {
    const state = "open" in row && row.open ? " open" : "";
    return `${depth} ${kind}${"of" in row && row.of !== null ? ` of ${row.of}` : ""}${state}`;
  });

it("has the calls and the sub-agents of an unfolded one below its row, at any depth", () => {
  const open = new Map([
    ["a", A],
    ["a-a", INNER],
  ]);
  expect(kinds(layout(RUN, open))).toEqual([
    ...["0 goal", "1 call", "2 lane open", "3 inner of a", "3 lane of a open", "4 inner of a-a"],
    ...["3 inner of a", "2 lane", "1 call"],
  ]);
});

it("shows a placeholder row while the log of an unfolded one is unknown or has no calls", () => {
  const open = new Map([
    ["a", null],
    ["b", timingOf([begin])],
  ]);
  expect(kinds(layout(RUN, open)).slice(2, 6)).toEqual([
    "2 lane open",
    "3 note of a",
    "2 lane open",
    "3 note of b",
  ]);
});

it("moves nothing above an unfolded sub-agent, what is below by its rows, and hides no call of the run", () => {
  fc.assert(
    fc.property(timedLogArbitrary(), fc.nat(), (entries, pick) => {
      const timing = timingOf(entries);
      for (const child of ["a", "b"])
        applyTiming(timing, { ...spawn(1, child), q: timing.lastSequence + 1, t: timing.to });
      const traceId = pick % 2 === 0 ? "a" : "b";
      const closed = layout(timing, new Map());
      const opened = layout(timing, new Map([[traceId, A]]));
      const at = closed.rows.findIndex(
        (row) => row.kind === "lane" && timing.lanes[row.index]?.traceId === traceId,
      );
      const added = opened.rows.length - closed.rows.length;
      expect(added).toBe(3);
      expect(opened.rows.slice(0, at)).toEqual(closed.rows.slice(0, at));
      expect(
        opened.rows.slice(at + 1 + added).map(({ y, ...row }) => ({ ...row, y: y - added * 20 })),
      ).toEqual(closed.rows.slice(at + 1));
      expect(opened.height).toBe(closed.height + added * ROW_HEIGHTS.call);
      expect([...opened.rowOf.keys()]).toEqual([...closed.rowOf.keys()]);
      for (const [index, row] of opened.rowOf)
        expect(opened.rows[row]).toMatchObject({ kind: "call", index });
    }),
  );
});
