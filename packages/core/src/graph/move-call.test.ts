import { describe, expect, it } from "vitest";
import type { OutlineBody } from "../log/outline.ts";
import { type OutlineLog, outlineLog } from "../testing/outline-log.ts";
import { deriveGraph } from "./derive-graph.ts";
import type { Graph } from "./graph.ts";

const turn = (calls: readonly string[]): OutlineBody => ({
  ...{ k: "assistant", d: "turn", i: 10, o: 1, c: 0.5, m: 3, calls },
});
const result = (call: string, s: "ok" | "error" | "denied" = "ok"): OutlineBody => ({
  ...{ k: "tool", d: `did ${call}`, call, name: "read", s, n: 2, m: 5 },
});
const fold = (write: (log: OutlineLog) => void): { readonly graph: Graph } => {
  const log = outlineLog();
  write(log);
  return { graph: deriveGraph("task", log.entries) };
};

describe("calls that a plan made for goals of their own", () => {
  const started = (call: string): OutlineBody => ({ k: "started", call, name: "read" });
  const planned = (): ReturnType<typeof fold> =>
    fold((log) => {
      log.plan("one", "two", "three");
      log.add(turn(["a", "b", "c"]));
      for (const [call, goal] of [
        ["a", "one"],
        ["b", "two"],
      ] as const)
        log.add(started(call), goal);
      log.add(result("b", "error"), "two");
      log.add(result("a"), "one");
      // Denied: it never starts.
      log.add(result("c", "denied"), "three");
    });

  it("stand on the wires of their goals, in the order in which they started", () => {
    const { graph } = planned();
    const callsOf = (goal: string): readonly string[] =>
      (graph.edges.get(goal)?.turns ?? []).flatMap(({ calls }) =>
        calls.map(({ callId, outcome }) => `${callId} ${outcome}`),
      );
    expect(["root", "one", "two", "three"].map(callsOf)).toEqual([[], ["a ok"], ["b error"], ["c denied"]]);
    expect(graph.order.map(({ goalId }) => goalId)).toEqual(["root", "one", "two", "three"]);
    expect(graph.nodes.get("two")?.markers).toMatchObject([{ kind: "error" }]);
    expect(graph.nodes.get("root")?.markers).toEqual([]);
  });

  it("leave turn, tokens and cost with the message that issued them", () => {
    const { graph } = planned();
    const sums = [...graph.edges.values()].map(({ totals: { turns, calls, cost } }) => ({
      turns,
      calls,
      cost,
    }));
    expect(sums).toEqual([
      { turns: 1, calls: 0, cost: 0.5 },
      ...["one", "two", "three"].map(() => ({ turns: 0, calls: 1, cost: 0 })),
    ]);
    expect(graph.edges.get("one")?.turns[0]?.sequence).toBe(graph.edges.get("root")?.turns[0]?.sequence);
  });

  it("keep their places when a neighbor leaves before them", () => {
    const { graph } = fold((log) => {
      log.plan("two");
      log.add(turn(["a", "b", "c"]));
      log.add(turn(["d"]));
      log.add(started("b"), "two");
      for (const call of ["c", "a", "d"]) log.add(result(call));
    });
    const turns = graph.edges.get("root")?.turns ?? [];
    expect(
      turns.map(({ calls, callsBefore }) => [
        callsBefore,
        calls.map(({ callId, outcome }) => callId + outcome),
      ]),
    ).toEqual([
      [0, ["aok", "cok"]],
      [2, ["dok"]],
    ]);
  });
});
