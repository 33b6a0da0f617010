import { describe, expect, it } from "vitest";
import { outlineLog } from "../testing/outline-log.ts";
import { applyEntry } from "./apply-event.ts";
import { deriveGraph } from "./derive-graph.ts";

const NO_TOTALS = {
  ...{ messages: 0, turns: 0, calls: 0, tools: 0, errors: 0 },
  ...{ tokens: 0, cost: 0, durationMs: 0 },
};

describe("begin and end", () => {
  it("titles an untitled root with the first task and keeps that title in later turns", () => {
    const graph = deriveGraph("", [{ q: 1, t: 0, g: "root", k: "begin", d: "first" }]);
    expect(graph.goals.get("root")?.title).toBe("first");
    const end = { q: 2, t: 0, g: "root", k: "end", status: "failed", d: "broke" } as const;
    expect(applyEntry(graph, end)).toEqual({ nodes: ["root", "end:2"], edges: ["end:2"], structure: true });
    expect(graph.goals.get("root")).toMatchObject({ title: "first", status: "failed" });
    expect(applyEntry(graph, { q: 3, t: 0, g: "root", k: "begin", d: "second" })).toEqual({
      ...{ nodes: ["root"], edges: [], structure: true },
    });
    expect(graph.goals.get("root")).toMatchObject({ title: "first", status: "in_progress" });
  });

  it.each([
    ["completed", "completed"],
    ["failed", "failed"],
    ["cancelled", "failed"],
    ["interrupted", "failed"],
  ] as const)("ends the root's line with the outcome %s", (status, rootStatus) => {
    const log = outlineLog();
    log.goal("a");
    log.add({ k: "end", status, d: "the text" });
    log.goal("b");
    const graph = deriveGraph("task", log.entries);
    expect(graph.goals.get("root")?.status).toBe(rootStatus);
    expect(graph.nodes.get("end:2")).toEqual({
      ...{ id: "end:2", kind: "outcome", goalId: "root", rank: 2, placedAt: 2 },
      ...{ outcome: { status, text: "the text" }, markers: [], markerCounts: new Map() },
    });
    expect(graph.edges.get("end:2")).toEqual({
      ...{ id: "end:2", source: "root", target: "end:2", kind: "end" },
      ...{ firstSequence: null, lastSequence: null, totals: NO_TOTALS, turns: [], toolNames: new Set() },
      worked: { tokens: 0, ms: 0, until: 0 },
    });
    expect(graph.order.map((node) => [node.id, node.rank])).toEqual([
      ["root", 0],
      ["a", 1],
      ["end:2", 2],
      ["b", 3],
    ]);
    expect(graph.placedGoals).toBe(3);
  });
});
