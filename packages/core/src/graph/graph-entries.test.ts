import { describe, expect, it } from "vitest";
import type { OutlineBody } from "../log/outline.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { outlineLog } from "../testing/outline-log.ts";
import { NO_JOURNAL } from "./journal.ts";
import { applyEntry, createGraph } from "./apply-event.ts";
import type { Graph, GraphChange } from "./graph.ts";

const NOTHING: GraphChange = { nodes: [], edges: [], structure: false };
const ROOT_CHANGED: GraphChange = { nodes: ["root"], edges: ["root"], structure: false };
const NO_TOTALS = {
  ...{ messages: 0, turns: 0, calls: 0, tools: 0, errors: 0 },
  ...{ tokens: 0, cost: 0, durationMs: 0 },
};

/** Applies a log to the graph of an empty one; returns the graph and what its last entry changed. */
function fold(write: (log: ReturnType<typeof outlineLog>) => void): { graph: Graph; change: GraphChange } {
  const log = outlineLog();
  write(log);
  const graph = createGraph("task");
  let change = NOTHING;
  for (const entry of log.entries) change = applyEntry(graph, entry);
  return { graph, change };
}

const turn = (calls: readonly string[] = [], cost: number | null = 0.5): OutlineBody => ({
  ...{ k: "assistant", d: "thinks", i: 10, o: 1, c: cost, m: 3, calls },
});
const result = (call: string, s: "ok" | "error" | "denied" = "ok", name = "read"): OutlineBody => ({
  ...{ k: "tool", d: `did ${call}`, call, name, s, n: 2, m: 5 },
});

describe("a new graph", () => {
  it("contains only the root, in progress, with an edge from the start", () => {
    const graph = createGraph("task");
    const root = {
      ...{ id: "root", kind: "goal", goalId: "root", rank: 0, placedAt: 0 },
      ...{ outcome: null, markers: [], markerCounts: new Map() },
    };
    expect(graph).toEqual({
      rootId: "root",
      journal: NO_JOURNAL,
      focusId: "root",
      activeId: "root",
      goals: new Map([
        [
          "root",
          {
            ...{ id: "root", parentId: null, title: "task", reason: null, acceptance: [], dependsOn: [] },
            ...{ status: "in_progress", summary: null, evidence: [], verified: null, abandonReason: null },
            ...{ firstMessage: null, lastMessage: null },
          },
        ],
      ]),
      children: new Map(),
      nodes: new Map([["root", root]]),
      order: [root],
      edges: new Map([
        [
          "root",
          {
            ...{ id: "root", source: "start", target: "root", kind: "work" },
            ...{ firstSequence: null, lastSequence: null, totals: NO_TOTALS, turns: [] },
            ...{ toolNames: new Set(), worked: { tokens: 0, ms: 0, until: 0 } },
          },
        ],
      ]),
      calls: new Map(),
      ports: new Map(),
      agents: new Map(),
      placedUnder: new Map([["root", "root"]]),
      placeholders: new Set(),
      ...{ live: null, failedAttempts: 0, attemptedAt: 0, solved: null, placedGoals: 1, structure: 0 },
      ...{ lastSequence: -1, version: 0, work: 1 },
    });
  });
});

describe("messages on an edge", () => {
  it("counts a person's message and its tokens on the edge of its goal", () => {
    const { graph, change } = fold((log) => {
      log.add({ k: "user", d: "do it", n: 7 });
      log.add({ k: "user", d: "and more", n: 5 });
    });
    expect(change).toEqual(ROOT_CHANGED);
    expect(graph.edges.get("root")).toMatchObject({
      firstSequence: 1,
      lastSequence: 2,
      totals: { ...NO_TOTALS, messages: 2, tokens: 12 },
    });
    expect(graph.goals.get("root")).toMatchObject({ firstMessage: 1, lastMessage: 2 });
    expect(graph.version).toBe(2);
  });

  it("records a turn with its calls and counts those of earlier turns", () => {
    const { graph, change } = fold((log) => {
      log.add(turn(["a", "b"]));
      log.add(turn([], 0.25));
      log.add(turn(["c"]));
    });
    expect(change).toEqual(ROOT_CHANGED);
    const call = {
      ...{ name: "", description: "", outcome: "running" },
      ...{ startedAt: null, runFrom: null, endedAt: null, durationMs: null },
    };
    const fields = {
      ...{ goalId: "root", description: "thinks", inputTokens: 10, outputTokens: 1, cost: 0.5 },
      ...{ durationMs: 3, attempts: 1 },
    };
    expect(graph.edges.get("root")?.turns).toEqual([
      {
        ...{ ...fields, sequence: 1, callsBefore: 0 },
        calls: [
          { ...call, callId: "a", sequence: 1 },
          { ...call, callId: "b", sequence: 1 },
        ],
      },
      { ...fields, sequence: 2, callsBefore: 2, cost: 0.25, calls: [] },
      { ...fields, sequence: 3, callsBefore: 2, calls: [{ ...call, callId: "c", sequence: 3 }] },
    ]);
    expect(graph.edges.get("root")?.totals).toEqual({
      ...{ ...NO_TOTALS, messages: 3, turns: 3, calls: 3 },
      ...{ tokens: 33, cost: 1.25, durationMs: 9 },
    });
  });

  it("makes the cost of an edge unknown from the first turn without a price", () => {
    const costs = [0.5, null, 0.5].map((_, index, all) => {
      const { graph } = fold((log) => {
        for (const cost of all.slice(0, index + 1)) log.add(turn([], cost));
      });
      return graph.edges.get("root")?.totals.cost;
    });
    expect(costs).toEqual([0.5, null, null]);
  });

  it("fills in the call that a result belongs to and leaves its neighbors running", () => {
    const { graph, change } = fold((log) => {
      log.add(turn(["a", "b"]));
      log.add(result("b", "denied"));
    });
    expect(change).toEqual(ROOT_CHANGED);
    expect(graph.edges.get("root")?.turns[0]?.calls).toEqual([
      {
        callId: "a",
        name: "",
        description: "",
        ...{ sequence: 1, outcome: "running", startedAt: null, runFrom: null },
        ...{ endedAt: null, durationMs: null },
      },
      {
        ...{ callId: "b", name: "read", description: "did b", sequence: 2, outcome: "denied" },
        ...{ startedAt: null, runFrom: null, endedAt: 1, durationMs: 5 },
      },
    ]);
    expect(graph.edges.get("root")).toMatchObject({
      totals: {
        ...{ ...NO_TOTALS, messages: 2, turns: 1, calls: 2, tools: 1 },
        ...{ tokens: 13, cost: 0.5, durationMs: 8 },
      },
      toolNames: new Set(["read"]),
    });
    expect(graph.nodes.get("root")?.markers).toEqual([]);
  });

  it("counts a tool once, however often it was called", () => {
    const { graph } = fold((log) => {
      log.add(turn(["a", "b", "c"]));
      for (const call of ["a", "b"]) log.add(result(call));
      log.add(result("c", "ok", "grep"));
    });
    expect(graph.edges.get("root")).toMatchObject({
      totals: { tools: 2 },
      toolNames: new Set(["read", "grep"]),
    });
  });

  it("attributes a result to the turn that issued it when the call moved the focus", () => {
    const { graph, change } = fold((log) => {
      log.add(turn(["a"]));
      log.add({ k: "started", call: "a", name: "goal" });
      log.goal("next");
      log.add(result("a", "error"), "next");
    });
    expect(change).toEqual({ nodes: ["next"], edges: ["next"], structure: false });
    expect(graph.edges.get("root")?.totals).toEqual({
      ...{ ...NO_TOTALS, messages: 1, turns: 1, calls: 1, tools: 1, errors: 1 },
      ...{ tokens: 11, cost: 0.5, durationMs: 8 },
    });
    expect(graph.edges.get("next")?.totals).toEqual({ ...NO_TOTALS, messages: 1, tokens: 2 });
    expect(graph.nodes.get("root")?.markers).toEqual([{ kind: "error", sequence: 4, text: "did a" }]);
    expect(graph.nodes.get("next")?.markers).toEqual([]);
  });

  it("gives a result without its turn a turn of its own", () => {
    const { graph } = fold((log) => void log.add(result("lost")));
    expect(graph.edges.get("root")?.turns).toEqual([
      {
        ...{ sequence: 1, goalId: "root", description: "", inputTokens: 0, outputTokens: 0, cost: 0 },
        ...{ durationMs: 0, attempts: 1, callsBefore: 0 },
        calls: [
          {
            callId: "lost",
            name: "read",
            description: "did lost",
            sequence: 1,
            outcome: "ok",
            ...{ startedAt: null, runFrom: null, endedAt: 0, durationMs: 5 },
          },
        ],
      },
    ]);
    expect(graph.edges.get("root")?.totals).toEqual({
      ...{ ...NO_TOTALS, messages: 1, calls: 1, tools: 1, tokens: 2, durationMs: 5 },
    });
  });

  it("places the goal of a message that no operation created under the root", () => {
    const { graph, change } = fold((log) => void log.add({ k: "user", d: "hello", n: 1 }, "ghost"));
    expect(change).toEqual({ nodes: ["ghost"], edges: ["ghost"], structure: true });
    expect(graph.goals.get("ghost")).toMatchObject({ parentId: "root", title: "", status: "pending" });
    expect(graph.activeId).toBe("ghost");
    expect(graph.focusId).toBe("root");
  });

  it("names a call when it starts and redraws the edge of its turn", () => {
    const { graph, change } = fold((log) => {
      log.add(turn(["a"]));
      log.add({ k: "started", call: "a", name: "read" });
    });
    expect(change).toEqual({ nodes: [], edges: ["root"], structure: false });
    expect(graph.edges.get("root")?.turns[0]?.calls).toEqual([
      {
        ...{ callId: "a", name: "read", description: "", sequence: 1, outcome: "running" },
        ...{ startedAt: 1, runFrom: 1, endedAt: null, durationMs: null },
      },
    ]);
    const unknown = fold((log) => void log.add({ k: "started", call: "x", name: "read" }));
    expect(unknown.change).toEqual(NOTHING);
  });
});

describe("the model call in progress", () => {
  const calling: OutlineBody = { k: "calling", call: "m1" };

  it("is live from its request until its answer", () => {
    const { graph, change } = fold((log) => {
      log.goal("a");
      log.add(calling, "a");
    });
    expect(graph.live).toEqual({ goalId: "a", callId: "m1" });
    expect(change).toEqual({ nodes: ["a"], edges: ["a"], structure: false });
  });

  it.each<[string, OutlineBody]>([
    ["its answer", turn()],
    ["its failure", { k: "error", d: "boom" }],
    ["a resumed run", { k: "resumed", unknown: 0 }],
    ["the end of the run", { k: "end", status: "cancelled", d: "" }],
  ])("ends with %s", (_, body) => {
    const { graph } = fold((log) => {
      log.add(calling);
      log.add(body);
    });
    expect(graph.live).toBeNull();
  });

  it.each<[string, number, readonly OutlineBody[]]>([
    ["two failed attempts", 3, []],
    ["an earlier answer", 1, [turn()]],
    ["a call given up", 1, [{ k: "error", d: "boom" }]],
    ["a new call", 1, [calling]],
  ])("counts the attempts of a turn after %s", (_, attempts, between) => {
    const { graph } = fold((log) => {
      log.add(calling);
      log.add({ k: "retry", attempt: 1, d: "429" });
      log.add({ k: "retry", attempt: 2, d: "503" });
      for (const body of between) log.add(body);
      log.add(turn());
    });
    expect(graph.edges.get("root")?.turns.at(-1)?.attempts).toBe(attempts);
  });
});

describe("marks on a node", () => {
  it.each<[OutlineBody, object]>([
    [
      { k: "loop", detector: "cycle", action: "denied", count: 5, from: 9 },
      { kind: "loop", detector: "cycle", from: 9, count: 5, action: "denied" },
    ],
    [
      { k: "retry", attempt: 2, d: "429" },
      { kind: "retry", attempt: 2, text: "429" },
    ],
    [
      { k: "error", d: "boom" },
      { kind: "error", text: "boom" },
    ],
    [
      { k: "limit", d: "steps" },
      { kind: "limit", text: "steps" },
    ],
    [
      { k: "resumed", unknown: 3 },
      { kind: "resumed", unknown: 3 },
    ],
    [
      { k: "compacted", layer: "clear", n: 4, before: 90, after: 30 },
      { kind: "compaction", messages: 4, before: 90, after: 30 },
    ],
  ])("keeps $k with its data and counts it", (body, marker) => {
    const { graph, change } = fold((log) => {
      log.add(body, "a");
      log.add(body, "a");
    });
    expect(change).toEqual({ nodes: ["a"], edges: ["a"], structure: false });
    expect(graph.nodes.get("a")?.markers).toEqual([
      { ...marker, sequence: 1 },
      { ...marker, sequence: 2 },
    ]);
    expect([...(graph.nodes.get("a")?.markerCounts.values() ?? [])]).toEqual([2]);
    expect(graph.edges.get("a")?.totals).toEqual({ ...NO_TOTALS, errors: body.k === "error" ? 2 : 0 });
  });

  it("keeps one loop for all detections of it, with the largest count and the latest action", () => {
    const loop = { k: "loop", detector: "cycle" } as const;
    const { graph } = fold((log) => {
      log.turn("a");
      log.add({ ...loop, action: "noted", count: 3, from: 1 }, "a");
      log.add({ ...loop, action: "denied", count: 4, from: 2 }, "a");
      log.add({ ...loop, action: "stopped", count: 2, from: 3, detector: "same_text" }, "a");
    });
    expect(graph.nodes.get("a")?.markers).toEqual([
      { kind: "loop", detector: "cycle", sequence: 4, from: 1, count: 4, action: "denied" },
      { kind: "loop", detector: "same_text", sequence: 5, from: 3, count: 2, action: "stopped" },
    ]);
    expect(graph.nodes.get("a")?.markerCounts.get("loop")).toBe(2);
  });

  it("places a goal whose first entry is a mark", () => {
    const { graph, change } = fold((log) => void log.add({ k: "limit", d: "steps" }, "a"));
    expect(change).toEqual({ nodes: ["a"], edges: ["a"], structure: true });
    expect(graph.nodes.get("a")?.placedAt).toBe(1);
  });
});

describe("entries of a foreign log", () => {
  it("leave the graph as it is when their goal is the outcome of a run", () => {
    const { graph, change } = fold((log) => {
      log.add({ k: "end", status: "completed", d: "" });
      log.add({ k: "user", d: "", n: 1 }, "end:1");
    });
    expect(change).toEqual(NOTHING);
    expect(graph.activeId).toBe("root");
    expect(graph.edges.get("end:1")?.totals).toEqual(NO_TOTALS);
    expect([...graph.goals.keys()]).toEqual(["root"]);
  });
});

describe("the cost of folding", () => {
  it("ignores an entry seen before and draws nothing for kinds without a mark", () => {
    const graph = createGraph("task");
    const entry = { q: 0, t: 0, g: "a", k: "user", d: "x", n: 1 } as const;
    applyEntry(graph, entry);
    expect(applyEntry(graph, entry)).toEqual(NOTHING);
    expect(applyEntry(graph, { q: 5, t: 0, g: "b", k: "paused", d: "" })).toEqual(NOTHING);
    expect([graph.lastSequence, graph.version]).toEqual([5, 2]);
    expect(applyEntry(graph, { ...entry, q: 4 })).toEqual(NOTHING);
    expect(graph.edges.get("a")?.totals.messages).toBe(1);
  });

  it("counts one step per entry, operation, node, call and dependency, and one per abandoned node passed", () => {
    const steps = (write: (log: ReturnType<typeof outlineLog>) => void): number => fold(write).graph.work - 1;
    expect(steps((log) => void log.add({ k: "user", d: "", n: 1 }))).toBe(1);
    expect(steps((log) => void log.add(turn(["a", "b"])))).toBe(3);
    // One entry, two operations, one node.
    expect(steps((log) => log.goal("a"))).toBe(4);
    expect(steps((log) => log.goal("a", "root", ["root", "x"]))).toBe(6);
    expect(steps((log) => void log.add({ k: "end", status: "completed", d: "" }))).toBe(2);
    // One entry with three operations, then one entry, two levels without a node, and one node.
    expect(
      steps((log) => {
        log.add({ k: "goals", ops: [goalCreated("a"), goalCreated("b", "a"), goalCreated("c", "b")] });
        log.add({ k: "user", d: "", n: 1 }, "c");
      }),
    ).toBe(8);
    const abandonTwo = (log: ReturnType<typeof outlineLog>): void => {
      for (const id of ["a", "b"]) log.goal(id);
      for (const id of ["a", "b"]) log.status(id, "abandoned");
    };
    expect(steps(abandonTwo)).toBe(12);
    expect(
      steps((log) => {
        abandonTwo(log);
        log.goal("c");
      }),
    ).toBe(18);
  });
});
