import { describe, expect, it } from "vitest";
import type { OutlineBody } from "../log/outline.ts";
import { outlineLog } from "../testing/outline-log.ts";
import { deriveGraph } from "./derive-graph.ts";
import { type EdgeMarks, edgeMarks } from "./edge-marks.ts";

/** Three turns at 1, 3 and 5, each with a result after it and costs of 1, 2 and 4 dollars, then these entries from 7 on. */
function marksOf(
  bodies: readonly OutlineBody[],
  costs: readonly (number | null)[] = [1, 2, 4],
): EdgeMarks | undefined {
  const log = outlineLog();
  for (const [index, c] of costs.entries()) {
    log.add({ k: "assistant", d: "", i: 1, o: 1, c, m: 1, calls: [`c${index}`] });
    log.add({ k: "tool", d: "", call: `c${index}`, name: "read", s: "ok", n: 1, m: 1 });
  }
  for (const body of bodies) log.add(body);
  const graph = deriveGraph("task", log.entries);
  const edge = graph.edges.get("root");
  return edge && edgeMarks(graph, edge);
}

type LoopBody = Extract<OutlineBody, { k: "loop" }>;
const loop = (count: number, from: number, action: "noted" | "polling" = "noted"): LoopBody => ({
  ...{ k: "loop", detector: "same_call", action, count, from },
});
const NO_MARKS: EdgeMarks = { loop: null, retries: 0, limit: null, resumed: null, compaction: null };

describe("the marks beside an edge", () => {
  it("are absent without incidents, and for incidents that only the node shows", () => {
    expect(marksOf([])).toEqual(NO_MARKS);
    expect(marksOf([{ k: "error", d: "boom" }])).toEqual(NO_MARKS);
  });

  it("are absent when the target of an edge has no node", () => {
    const graph = deriveGraph("task", []);
    const edge = graph.edges.get("root");
    expect(edge && edgeMarks(graph, { ...edge, target: "gone" })).toEqual(NO_MARKS);
  });

  it("count the retries", () => {
    const retry: OutlineBody = { k: "retry", attempt: 1, d: "429" };
    expect(marksOf([retry, retry])).toEqual({ ...NO_MARKS, retries: 2 });
  });

  it("show the longest loop, and the later one of two equal ones", () => {
    const shown = (...loops: readonly OutlineBody[]): unknown => marksOf(loops)?.loop?.sequence;
    const other = (count: number): OutlineBody => ({ ...loop(count, 3), detector: "cycle" });
    expect(shown(loop(3, 1), other(2))).toBe(7);
    expect(shown(loop(2, 1), other(3))).toBe(8);
    expect(shown(loop(3, 1), other(3))).toBe(8);
  });

  it("distinguish waiting from looping", () => {
    expect(marksOf([loop(3, 3, "polling")])).toEqual({
      ...NO_MARKS,
      loop: { sequence: 7, from: 3, count: 3, cost: 6, polling: true },
    });
    expect(marksOf([loop(3, 3)])?.loop?.polling).toBe(false);
  });

  it.each([
    ["from its first turn", 1, 7],
    ["from the turn of its first result", 2, 7],
    ["without the turns before it", 3, 6],
    ["of the last turn alone", 6, 4],
    ["of no turn", 7, 0],
  ])("add up the cost of a loop %s", (_, from, cost) => {
    expect(marksOf([loop(3, from)])?.loop?.cost).toBe(cost);
  });

  it("leave the cost of a loop unknown when one of its turns has no price", () => {
    expect(marksOf([loop(3, 1)], [null, 2, 4])?.loop?.cost).toBeNull();
    expect(marksOf([loop(3, 1)], [1, 2, null])?.loop?.cost).toBeNull();
    expect(marksOf([loop(3, 3)], [null, 2, 4])?.loop?.cost).toBe(6);
  });

  it("leave out the cost of turns after a loop", () => {
    const log = outlineLog();
    log.turn("root");
    log.add(loop(2, 1));
    log.turn("root");
    const graph = deriveGraph("task", log.entries);
    const edge = graph.edges.get("root");
    expect(edge && edgeMarks(graph, edge).loop).toEqual({
      ...{ sequence: 3, from: 1, count: 2, cost: 0.5, polling: false },
    });
  });

  it("count turns of a loop whose calls came before it, after it, or not at all", () => {
    const log = outlineLog();
    // A turn at 1 with results at 2 and 3; turns without calls at 4 and 5.
    log.turn("root", ["ok", "ok"]);
    log.turn("root", []);
    log.turn("root", []);
    const costFrom = (from: number): number | null | undefined => {
      const graph = deriveGraph("task", [...log.entries, { q: 6, t: 0, g: "root", ...loop(2, from) }]);
      const edge = graph.edges.get("root");
      return edge && edgeMarks(graph, edge).loop?.cost;
    };
    expect([1, 2, 3, 4, 5, 6].map(costFrom)).toEqual([1.5, 1.5, 1.5, 1, 0.5, 0]);
  });

  it("show the last limit", () => {
    expect(
      marksOf([
        { k: "limit", d: "steps" },
        { k: "limit", d: "tokens" },
      ]),
    ).toEqual({ ...NO_MARKS, limit: { sequence: 8, text: "tokens" } });
  });

  it("add up the unknown calls of all resumes", () => {
    expect(
      marksOf([
        { k: "resumed", unknown: 1 },
        { k: "resumed", unknown: 0 },
        { k: "resumed", unknown: 3 },
      ]),
    ).toEqual({ ...NO_MARKS, resumed: { sequence: 9, unknown: 4, times: 3 } });
  });

  it("join compactions: from the first one's tokens to the last one's, over all messages", () => {
    const compacted = (n: number, before: number, after: number): OutlineBody => ({
      ...{ k: "compacted", layer: "summarise", n, before, after },
    });
    expect(marksOf([compacted(10, 900, 300)])).toEqual({
      ...NO_MARKS,
      compaction: { sequence: 7, messages: 10, before: 900, after: 300, times: 1 },
    });
    expect(marksOf([compacted(10, 900, 300), compacted(5, 700, 200)])?.compaction).toEqual({
      ...{ sequence: 8, messages: 15, before: 900, after: 200, times: 2 },
    });
  });
});
