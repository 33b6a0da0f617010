import { describe, expect, it } from "vitest";
import type { OutlineEntry } from "../log/outline.ts";
import { deriveGraph } from "./derive-graph.ts";
import { layoutStory } from "./storyboard/layout-story.ts";
import { storyOf } from "./storyboard/story.ts";

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
  it("keep who they are, where they began and how they ended", () => {
    const graph = deriveGraph("task", LOG);
    expect([...graph.agents.keys()]).toEqual(["a", "b", "c"]);
    expect(graph.agents.get("a")).toEqual({
      ...{ traceId: "a", agent: "explore", task: "Look at a", goalId: "look", sequence: 2, callId: "x" },
      branch: { index: 0, size: 2, merge: "best" },
      end: {
        ...{ status: "completed", sequence: 4, text: "Found it.", steps: 3, tokens: 40, durationMs: 900 },
        ...{ cost: 0.02, unverified: 1 },
      },
    });
    expect(graph.agents.get("c")).toMatchObject({ branch: null, end: null });
  });

  it("fork from their goal when they are merged together, and stand in a line of their own otherwise", () => {
    const board = layoutStory(storyOf(deriveGraph("task", LOG)), { width: 1_000, distance: "cards" });
    expect(board.lines.map(({ kind, boxes }) => [kind, boxes.map(({ id }) => id)])).toEqual([
      ["header", ["root"]],
      ["header", ["look"]],
      ["fork", ["agents:x/0", "agents:x/1"]],
      ["cards", ["write"]],
      ["lanes", ["agent:c"]],
    ]);
  });

  it("have their places from the first branch on, so that a later one moves nothing", () => {
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
});
