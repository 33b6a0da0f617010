import { applyTiming, createTiming, deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { Distance } from "@goaltrace/core/graph";
import type { GoalChange } from "@goaltrace/core/goals";
import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { boxView, statusOf } from "./box-view.ts";
import { runState } from "../state/run-state.ts";
import { boxWire } from "./wire-view.ts";
import type { BoxView } from "./box-view.ts";
import type { WireTexts } from "./wire-view.ts";
import { findVerdict, storyScene } from "./story-scene.ts";
import type { StoryScene } from "./story-scene.ts";
import { goal, LOG, result, turn } from "./testing/run-outline.ts";

const TEXTS: WireTexts = {
  calls: (calls) => `${calls} calls`,
  callsAndTools: (calls, tools) => `${calls} calls, ${tools} tools`,
  steps: (turns) => `${turns} steps`,
  after: (numbers) => `after ${numbers}`,
  together: (count) => `${count} together`,
  chipTogether: (calls, count) => `${calls} calls, ${count} at once`,
  chipOneOf: (calls, count) => `${calls} calls, 1 of ${count}`,
  failed: (count, tool) => `${count} ${tool} failed`,
  retries: (count) => `${count} retries`,
  lessons: (count) => `${count} lessons`,
  merge: {
    merged: (files) => `${files} merged`,
    conflicts: (left, files) => `${left} left, ${files} merged`,
    unfinished: (left) => `${left} kept`,
    lost: "lost",
  },
  polling: (count) => `polled ${count}`,
  evidence: (sequence) => `evidence ${sequence}`,
  loop: (count) => `loop ${count} for $1.00`,
  repeats: (count) => `x${count}`,
  agentCalls: (calls) => `${calls} calls`,
  agentDoes: ({ status }) => status,
  agentDecided: ({ decision }) => decision?.text ?? "",
  compaction: (before, after) => `${before} to ${after}`,
  waiting: "waiting",
  ...{ verified: "verified", unverified: "not verified", revision: "plan revised" },
};

/** A goal with seven calls, the last of which failed. */
function manyCalls(): readonly OutlineEntry[] {
  const calls = Array.from({ length: 7 }, (_, index) => `c${index}`);
  return [
    goal(1, "a", "root"),
    turn(2, "a", calls),
    ...calls.map((call, index) => result(3 + index, ["a", call], index === 6 ? "error" : "ok")),
  ];
}

function sceneOf({
  distance = "cards",
  folded = [],
  log = LOG,
  status = "failed",
  withTiming = false,
}: {
  readonly distance?: Distance;
  readonly folded?: readonly string[];
  readonly log?: readonly OutlineEntry[];
  readonly status?: "failed" | "completed";
  readonly withTiming?: boolean;
} = {}): StoryScene {
  const graph = deriveGraph("task", log);
  const run = runState(status, graph);
  const board = layoutStory(storyOf(graph), { width: 808, distance, folded: new Set(folded) });
  const timing = withTiming ? createTiming() : null;
  if (timing !== null) for (const entry of log) applyTiming(timing, entry);
  return storyScene({ graph, board, run, verdict: findVerdict(graph, run), dims: true, timing });
}

function viewOf(scene: StoryScene, id: string): BoxView {
  const box = scene.board.boxes.get(id);
  if (box === undefined) throw new Error(`No box ${id}`);
  return boxView(scene, box, TEXTS);
}

function beadsAt(scene: StoryScene, id: string): readonly number[] {
  const box = scene.board.boxes.get(id);
  return box === undefined ? [] : boxWire(scene, box, TEXTS).beads.map(({ x }) => x);
}

describe("the content of a box", () => {
  it("sums up the work below a header, separately from its own", () => {
    const header = viewOf(sceneOf(), "a");
    expect(header.sums).toMatchObject({ calls: 4, errors: 1, cost: 1.5, workedMs: 21 });
    expect([header.ownCalls, header.ownTurns, header.count]).toEqual([
      1,
      1,
      { done: 0, total: 2, givenUp: 0 },
    ]);
    expect(header.ownCost).toBe(0.5);
  });

  it("has the same labels on the wires before and after the timing is known", () => {
    const calls = ["one", "two", "three"];
    const log: readonly OutlineEntry[] = [
      goal(1, "a", "root"),
      turn(2, "a", calls),
      ...calls.map((call, index): OutlineEntry => {
        return { q: 3 + index, t: 3, g: "a", k: "started", call, name: "read_file" };
      }),
      ...calls.map((call, index): OutlineEntry => ({ ...result(6 + index, ["a", call]), t: 503 })),
    ];
    const [before, after] = [sceneOf({ log }), sceneOf({ log, withTiming: true })];
    expect(viewOf(after, "a").wire?.chip).toBe("3 calls, 3 at once");
    expect(viewOf(before, "a")).toEqual(viewOf(after, "a"));
    expect(beadsAt(before, "a")).toEqual(beadsAt(after, "a"));
  });

  it("names calls and errors on the wire", () => {
    const { wire } = viewOf(sceneOf(), "a2");
    expect(wire?.chip).toBe("1 calls");
    expect(wire?.tail).toEqual([{ kind: "errors", text: "1 read_file failed", sequence: 11 }]);
    expect(wire?.seams.map(({ text }) => text)).toEqual(["900 to 100"]);
  });

  it("keeps a bead for each call where the price of a loop would take their place", () => {
    const calls = Array.from({ length: 22 }, (_, index) => `c${index}`);
    const log: readonly OutlineEntry[] = [
      goal(1, "a", "root"),
      turn(2, "a", calls),
      ...calls.map((call, index) => result(3 + index, ["a", call], index % 4 === 0 ? "error" : "ok")),
      { ...{ q: 30, t: 30, g: "a", k: "loop" }, detector: "same_call", from: 3, count: 4, action: "noted" },
    ];
    const scene = sceneOf({ log });
    const { wire } = viewOf(scene, "a");
    const loop = wire?.tail.find(({ kind }) => kind === "loop");
    expect(loop).toMatchObject({ text: "x4", reason: "loop 4 for $1.00" });
    expect(beadsAt(scene, "a")).toHaveLength(22);
    const start = [goal(1, "a", "root"), turn(2, "a", calls.slice(0, 4))];
    const few = viewOf(sceneOf({ log: [...start, ...log.slice(2, 6), ...log.slice(-1)] }), "a");
    expect(few.wire?.tail.find(({ kind }) => kind === "loop")?.text).toBe("loop 4 for $1.00");
  });

  it("leaves out lessons and retries before the beads of its calls", () => {
    const calls = Array.from({ length: 25 }, (_, index) => `c${index}`);
    const lesson = (q: number): OutlineEntry => ({ q, t: q, g: "a", k: "lesson", d: "use another path" });
    const log: readonly OutlineEntry[] = [
      goal(1, "a", "root"),
      turn(2, "a", calls),
      ...calls.map((call, index) => result(3 + index, ["a", call], index < 3 ? "error" : "ok")),
      ...[lesson(40), lesson(41)],
    ];
    const scene = sceneOf({ log });
    const { wire } = viewOf(scene, "a");
    expect(wire?.tail.map(({ kind }) => kind)).toEqual(["errors"]);
    expect(beadsAt(scene, "a")).toHaveLength(25);
    const few = sceneOf({
      log: [goal(1, "a", "root"), turn(2, "a", ["c0"]), result(3, ["a", "c0"]), lesson(40)],
    });
    expect(viewOf(few, "a").wire?.tail.map(({ kind }) => kind)).toEqual(["lessons"]);
  });

  it("counts what came in and went out of its own goals, and names the newest entry", () => {
    const memory = { t: 8, g: "a1", k: "memory" } as const;
    const log: readonly OutlineEntry[] = [
      ...LOG.slice(0, 7),
      { ...memory, q: 7.1, state: "recalled", n: 3, d: "" },
      { ...memory, q: 7.2, state: "rules", n: 1, d: "" },
      { q: 7.3, t: 8, g: "a1", k: "skill", d: "triage" },
      { ...memory, q: 7.4, state: "created", n: 1, d: "Sums" },
      ...LOG.slice(7),
    ];
    const scene = sceneOf({ log });
    expect(viewOf(scene, "a1").ports).toEqual([
      { direction: "in", kind: null, count: 5, sequence: 7.3, names: ["triage"] },
      { direction: "out", kind: "memory", count: 1, sequence: 7.4, names: ["Sums"] },
    ]);
    expect([viewOf(scene, "a").ports, viewOf(scene, "a2").ports]).toEqual([[], []]);
  });

  it("names the most informative calls in Detail, and counts the rest", () => {
    const { keyCalls, moreCalls } = viewOf(sceneOf({ distance: "detail", log: manyCalls() }), "a");
    expect(keyCalls.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "error"]);
    expect(moreCalls).toBe(4);
    expect(viewOf(sceneOf({ log: manyCalls() }), "a").moreCalls).toBe(0);
  });

  it("shows one bead per call, and the seam before the call that followed it", () => {
    const scene = sceneOf();
    const box = scene.board.boxes.get("a2");
    const row = box === undefined ? null : boxWire(scene, box, TEXTS);
    expect(row?.beads.map(({ call }) => call.outcome)).toEqual(["error"]);
    expect(row?.seams[0]?.x).toBeLessThan(row?.beads[0]?.x ?? 0);
  });

  it("shows only beads on the wire of tiles", () => {
    expect(viewOf(sceneOf({ distance: "tiles" }), "a1").wire?.chip).toBe("");
  });

  it("names the most informative calls in Detail, failed ones first", () => {
    expect(viewOf(sceneOf({ distance: "detail" }), "a2").keyCalls.map(({ outcome }) => outcome)).toEqual([
      "error",
    ]);
    expect(viewOf(sceneOf(), "a2").keyCalls).toEqual([]);
  });

  it("dims all but the failing path of a failed run", () => {
    const scene = sceneOf();
    expect(["a", "a1", "a2", "end:13"].map((id) => viewOf(scene, id).dimmed)).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it("shows a completed goal in which a failed run first went wrong as completed with problems", () => {
    const log = LOG.map((entry) =>
      entry.q === 12 && entry.k === "goals"
        ? { ...entry, ops: [{ ...entry.ops[0], status: "completed" } as GoalChange] }
        : entry,
    );
    const graph = deriveGraph("task", log);
    const statuses = (status: "failed" | "completed") => statusOf(graph, runState(status, graph), "a2");
    expect([statuses("failed"), statuses("completed")]).toEqual(["problems", "completed"]);
  });

  it("shows a completed run in which calls failed as completed with problems, its task and its end alike", () => {
    const log = LOG.map((entry) => (entry.k === "end" ? { ...entry, status: "completed" as const } : entry));
    const scene = sceneOf({ log, status: "completed" });
    expect(["root", "end:13"].map((id) => viewOf(scene, id).status)).toEqual(["problems", "problems"]);
    const clean = log.filter(({ k }) => k !== "tool" && k !== "error");
    const cleanScene = sceneOf({ log: clean, status: "completed" });
    expect(["root", "end:13"].map((id) => viewOf(cleanScene, id).status)).toEqual(["completed", "completed"]);
  });

  it("names on the header of a failed run what a goal left broken, or else why the run ended", () => {
    const broken = LOG.map((entry) =>
      entry.q === 12 && entry.k === "goals"
        ? { ...entry, ops: [{ ...entry.ops[0], summary: "41 rows changed" } as GoalChange] }
        : entry,
    );
    expect(viewOf(sceneOf({ log: broken }), "root").result).toBe("41 rows changed");
    expect(viewOf(sceneOf(), "root").result).toBe("gave up");
  });

  it("says how many calls ran at the same time, of one goal or of several that began together", () => {
    const start = (q: number, g: string, call: string): OutlineEntry => ({
      ...{ q, t: q, g, k: "started", call, name: "read_file" },
    });
    const log = [
      ...[goal(1, "a", "root"), turn(2, "a", ["c1", "c2"]), start(3, "a", "c1"), start(4, "a", "c2")],
      ...[
        { ...result(5, ["a", "c1"]), t: 600 },
        { ...result(6, ["a", "c2"]), t: 700 },
      ],
    ];
    const { wire } = viewOf(sceneOf({ log, withTiming: true }), "a");
    expect(wire?.chip).toBe("2 calls, 2 at once");
    const planned = [
      ...[goal(1, "a", "root"), goal(2, "b", "root"), turn(3, "root", ["x", "y"])],
      ...[start(4, "a", "x"), start(5, "b", "y"), result(6, ["a", "x"]), result(7, ["b", "y"])],
    ];
    const scene = sceneOf({ log: planned, withTiming: true });
    expect(["a", "b"].map((id) => viewOf(scene, id).wire?.chip)).toEqual([
      "1 calls, 1 of 2",
      "1 calls, 1 of 2",
    ]);
  });

  it("names the tool of failed calls, unless several failed", () => {
    expect(viewOf(sceneOf(), "a2").wire?.tail[0]).toEqual({
      ...{ kind: "errors", text: "1 read_file failed", sequence: 11 },
    });
    const log = LOG.flatMap((entry) =>
      entry.q === 11
        ? [entry, turn(11.1, "a2", ["c4"]), { ...result(11.2, ["a2", "c4"], "error"), name: "edit_file" }]
        : [entry],
    );
    expect(viewOf(sceneOf({ log }), "a2").wire?.tail[0]?.text).toBe("2  failed");
  });

  it("only counts failed calls where their name would leave no space for the calls", () => {
    expect(viewOf(sceneOf({ distance: "tiles" }), "a2").wire?.tail[0]?.text).toBe("1");
    const many = manyCalls().map((entry) =>
      entry.k === "tool" ? { ...entry, name: "a".repeat(20) } : entry,
    );
    expect(viewOf(sceneOf({ log: many }), "a").wire?.tail[0]?.text).toBe("1");
  });

  it("leaves out lessons and retries where not all marks fit", () => {
    const marks: readonly OutlineEntry[] = [
      { q: 10.1, t: 10, g: "a2", k: "retry", attempt: 1, d: "429" },
      { q: 10.2, t: 10, g: "a2", k: "lesson", d: "Look first" },
      { q: 10.3, t: 10, g: "a2", k: "plan", n: 1, revision: 1, d: "failed" },
    ];
    const log = [...LOG.slice(0, 10), ...marks, ...LOG.slice(10)];
    const tailAt = (distance: Distance) => viewOf(sceneOf({ log, distance }), "a2").wire?.tail;
    const kinds = (distance: Distance) => tailAt(distance)?.map(({ kind }) => kind);
    expect(kinds("detail")).toEqual(["errors", "retries", "revision"]);
    expect(kinds("cards")).toEqual(["errors", "revision"]);
  });

  it("says why model calls were tried again", () => {
    const retry = (q: number, d: string): OutlineEntry => ({ q, t: 10, g: "a2", k: "retry", attempt: 1, d });
    const retries = [retry(10.1, "429"), retry(10.2, "timed out"), retry(10.3, "429")];
    const log = [...LOG.slice(0, 10), ...retries, ...LOG.slice(10)];
    const tail = viewOf(sceneOf({ log, distance: "detail" }), "a2").wire?.tail;
    expect(tail?.find(({ kind }) => kind === "retries")).toMatchObject({ reason: "429 · timed out" });
  });

  it("names the entry that supports a completed goal while it is unverified", () => {
    const done = (verified: boolean | null): readonly OutlineEntry[] =>
      LOG.map((entry) =>
        entry.q === 12 && entry.k === "goals"
          ? {
              ...entry,
              ops: [{ ...entry.ops[0], status: "completed", evidence: [11], verified } as GoalChange],
            }
          : entry,
      );
    const kinds = (verified: boolean | null) =>
      viewOf(sceneOf({ log: done(verified) }), "a2").wire?.tail.map(({ kind, sequence }) => [kind, sequence]);
    expect(kinds(null)).toEqual([
      ["errors", 11],
      ["evidence", 11],
    ]);
    expect(kinds(true)).toEqual([
      ["errors", 11],
      ["verified", 12],
    ]);
  });

  it("says on the header of the run that its answer was checked", () => {
    const claim: OutlineEntry = {
      ...{ q: 12.5, t: 12, g: "root", k: "claim", goalId: "root", verdict: "verified", d: "" },
    };
    const log = [...LOG.slice(0, -1), claim, ...LOG.slice(-1)];
    expect(viewOf(sceneOf({ log }), "root").words).toEqual([{ kind: "verified", sequence: 12.5 }]);
    expect(viewOf(sceneOf(), "root").words).toEqual([]);
  });

  it("keeps the marks of a folded band on its header", () => {
    const header = viewOf(sceneOf({ folded: ["a"] }), "a");
    expect([header.folded, header.marks.get("error"), header.marks.get("compaction")]).toEqual([true, 1, 1]);
  });
});
