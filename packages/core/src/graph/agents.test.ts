import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../log/outline.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Distance } from "./storyboard/distance.ts";
import { layoutStory } from "./storyboard/layout-story.ts";
import { agentPlaceId, storyOf } from "./storyboard/story.ts";

const goal = (q: number, goalId: string): OutlineEntry => ({
  ...{ q, t: q, g: "root", k: "goals" },
  ops: [
    {
      ...{ op: "created", goalId, parentId: "root", index: q, title: goalId, reason: null },
      ...{ acceptance: [], dependsOn: [] },
    },
    { op: "focused", goalId },
  ],
});
const branch = (q: number, child: string, index: number): OutlineEntry => ({
  ...{ q, t: q, g: "look", k: "child", state: "spawned", child, d: "explore", task: `Look at ${child}` },
  ...{ call: "x", index, size: 2, merge: "best" },
});
const single = (q: number, child: string): OutlineEntry => ({
  ...{ q, t: q, g: "write", k: "child", state: "spawned", child, d: "general", task: "Write", call: "y" },
});
const ended = (q: number, child: string): OutlineEntry => ({
  ...{ q, t: q, g: "look", k: "child", state: "completed", child, d: "Found it." },
  ...{ steps: 3, n: 40, m: 900, c: 0.02, unverified: 1 },
});

const LOG = [
  goal(1, "look"),
  branch(2, "a", 0),
  branch(3, "b", 1),
  ended(4, "a"),
  goal(5, "write"),
  single(6, "c"),
];

describe("sub-agents in the graph", () => {
  it("keep their identity, their start and their end", () => {
    const graph = deriveGraph("task", LOG);
    expect([...graph.agents.keys()]).toEqual(["a", "b", "c"]);
    expect(graph.agents.get("a")).toEqual({
      ...{ traceId: "a", agent: "explore", task: "Look at a", goalId: "look", sequence: 2, callId: "x" },
      branch: { index: 0, size: 2, merge: "best" },
      merged: null,
      end: {
        ...{
          status: "completed",
          sequence: 4,
          goalId: "look",
          text: "Found it.",
          steps: 3,
          tokens: 40,
          durationMs: 900,
        },
        ...{ cost: 0.02, unverified: 1 },
      },
    });
    expect(graph.agents.get("c")).toMatchObject({ branch: null, end: null });
  });

  it("keep what became of the files in their worktree", () => {
    const merge = {
      t: 7,
      g: "write",
      k: "merge",
      state: "merged",
      n: 3,
      left: 1,
      d: "conflicts: a.txt",
    } as const;
    const graph = deriveGraph("task", [
      ...LOG,
      { ...merge, q: 7, child: "c" },
      { ...merge, q: 8, child: "unknown" },
      ended(9, "c"),
    ]);
    expect(graph.agents.get("c")).toMatchObject({
      merged: { state: "merged", sequence: 7, files: 3, left: 1 },
      end: { status: "completed" },
    });
    expect(graph.agents.get("a")?.merged).toBeNull();
    expect(graph.agents.size).toBe(3);
  });

  it("fork from their goal when they are merged together, and have a lane below the header of their goal otherwise", () => {
    const board = layoutStory(storyOf(deriveGraph("task", LOG)), { width: 1_000, distance: "cards" });
    expect(board.lines.map(({ kind, boxes }) => [kind, boxes.map(({ id }) => id)])).toEqual([
      ["header", ["root"]],
      ["header", ["look"]],
      ["fork", ["agents:x/0", "agents:x/1"]],
      ["header", ["write"]],
      ["lanes", ["agent:c"]],
    ]);
  });

  it("reserve places for all branches from the first one on, so that a later one moves nothing", () => {
    const first = layoutStory(storyOf(deriveGraph("task", LOG.slice(0, 2))), {
      ...{ width: 1_000, distance: "cards" },
    });
    const whole = layoutStory(storyOf(deriveGraph("task", LOG)), { width: 1_000, distance: "cards" });
    for (const id of ["agents:x/0", "agents:x/1"])
      expect(whole.boxes.get(id)).toMatchObject({
        ...{ x: first.boxes.get(id)?.x, y: first.boxes.get(id)?.y },
      });
  });

  it("disappear with their goal when it is hidden", () => {
    const graph = deriveGraph("task", LOG);
    const { items } = storyOf(graph, { hideAbandoned: false, only: new Set(["write"]) });
    expect(items.map(({ kind, id }) => [kind, id])).toEqual([
      ["goal", "write"],
      ["lane", "agent:c"],
    ]);
  });

  it("open in place: the panel is below the row of its agent, and moves nothing above it", () => {
    const story = storyOf(deriveGraph("task", LOG));
    const options = { width: 1_000, distance: "cards" } as const;
    const closed = layoutStory(story, options);
    for (const id of ["agents:x/0", "agent:c"]) {
      const open = layoutStory(story, { ...options, panels: [{ goalId: id, height: 200 }] });
      const panel = open.boxes.get(`panel:${id}`);
      const agent = open.boxes.get(id);
      expect(panel).toMatchObject({ kind: "panel", goalId: id, height: 200 });
      expect(panel?.y).toBeGreaterThanOrEqual((agent?.y ?? 0) + (agent?.height ?? 0));
      for (const [other, { x, y }] of closed.boxes)
        if (y <= (agent?.y ?? 0)) expect(open.boxes.get(other)).toMatchObject({ x, y });
        else expect(open.boxes.get(other)?.y).toBeGreaterThanOrEqual(y + 200);
    }
  });

  it("have one place each, which no later entry moves, however many there are", () => {
    const steps = fc.array(
      fc.record({ isGoal: fc.boolean(), size: fc.integer({ min: 1, max: 8 }), doesEnd: fc.boolean() }),
      { minLength: 1, maxLength: 60 },
    );
    // The map folds bands, with the agents in them.
    const distance = fc.constantFrom<Distance>("tiles", "cards", "detail");
    fc.assert(
      fc.property(steps, distance, fc.integer({ min: 320, max: 1_600 }), (plan, far, width) => {
        const log = treeLog(plan);
        const options = { width, distance: far };
        const whole = layoutStory(storyOf(deriveGraph("task", log)), options);
        const graph = deriveGraph("task", log.slice(0, Math.ceil(log.length / 2)));
        const half = layoutStory(storyOf(graph), options);
        for (const agent of graph.agents.values()) {
          const { x, y } = half.boxes.get(agentPlaceId(agent)) ?? {};
          expect(x, agentPlaceId(agent)).toBeDefined();
          expect(whole.boxes.get(agentPlaceId(agent))).toMatchObject({ x, y });
        }
      }),
    );
  });

  it("are laid out in time linear in their number", () => {
    const stepsOf = (count: number): number => {
      const plan = Array.from({ length: count }, () => ({ isGoal: false, size: 1, doesEnd: true }));
      return layoutStory(storyOf(deriveGraph("task", treeLog(plan))), { width: 1_000, distance: "cards" })
        .steps;
    };
    expect(stepsOf(300)).toBeLessThanOrEqual(3.2 * stepsOf(100));
  });
});

type Step = { readonly isGoal: boolean; readonly size: number; readonly doesEnd: boolean };

/** A log in which goals and agents begin: alone with size 1, otherwise as branches. */
function treeLog(plan: readonly Step[]): readonly OutlineEntry[] {
  const log: OutlineEntry[] = [goal(1, "first")];
  const next = (): number => log.length + 1;
  for (const [at, { isGoal, size, doesEnd }] of plan.entries()) {
    if (isGoal) {
      log.push(goal(next(), `goal ${at}`));
      continue;
    }
    const base = { t: at, g: "first", k: "child", d: "explore", call: `call ${at}` } as const;
    for (let index = 0; index < size; index += 1) {
      const group = size === 1 ? {} : ({ index, size, merge: "all" } as const);
      log.push({ ...base, ...group, q: next(), state: "spawned", child: `${at}/${index}`, task: "Look" });
    }
    if (doesEnd) log.push({ ...base, q: next(), state: "completed", child: `${at}/0` });
  }
  return log;
}
