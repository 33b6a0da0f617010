import { describe, expect, it } from "vitest";
import { outlineLog, type OutlineLog } from "../testing/outline-log.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Graph } from "./graph.ts";

function fold(write: (log: OutlineLog) => void): Graph {
  const log = outlineLog();
  write(log);
  return deriveGraph("task", log.entries);
}

describe("helper calls", () => {
  it("adds helper calls to the work of their goal, and those of goals without work to the run itself", () => {
    const helper = { k: "called", call: "h", p: "summary", i: 5, o: 1, h: 0, c: 0.25, m: 7 } as const;
    const graph = fold((log) => {
      log.turn("a");
      log.add(helper, "a");
      log.add(helper, "later");
      log.add({ ...helper, p: "step", w: 3 }, "a");
    });
    expect(graph.edges.get("a")?.totals).toMatchObject({ turns: 1, tokens: 19, cost: 0.75, durationMs: 11 });
    expect(graph.edges.get("root")?.totals).toMatchObject({ turns: 0, tokens: 6, cost: 0.25, durationMs: 7 });
  });

  it("gives the answer of a helper call the figures of that call, and counts them once", () => {
    const graph = fold((log) => {
      log.add({ k: "called", call: "h", p: "solve", i: 50, o: 10, h: 0, c: null, m: 70 });
      log.add({ k: "assistant", d: "Four.", i: 0, o: 0, c: 0, m: 0, calls: [] });
      log.add({ k: "assistant", d: "Five.", i: 0, o: 0, c: 0, m: 0, calls: [] });
    });
    const edge = graph.edges.get("root");
    expect(edge?.turns).toMatchObject([
      { inputTokens: 50, outputTokens: 10, cost: null, durationMs: 70 },
      { inputTokens: 0, cost: 0 },
    ]);
    expect(edge?.totals).toMatchObject({ turns: 2, tokens: 60, cost: null, durationMs: 70 });
  });
});
