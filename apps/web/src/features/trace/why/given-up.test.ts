import { deriveGraph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { givenUpOf } from "./given-up.ts";

it("lists abandoned goals and no other goal", () => {
  const log = outlineLog();
  log.goal("a");
  log.goal("a1", "a");
  log.turn("a1", ["error"]);
  expect(givenUpOf(deriveGraph("task", log.entries))).toEqual([]);
  log.status("a1", "abandoned");
  expect(givenUpOf(deriveGraph("task", log.entries))).toMatchObject([
    { goalId: "a1", number: null, sequence: null, agent: null },
  ]);
});

it("lists a branch that ended without a report, but no sub-agent on its own", () => {
  const graph = deriveGraph("task", outlineLog().entries);
  const agent = {
    ...{ agent: "explore", task: "Old totals", goalId: "root", sequence: 9, callId: null, merged: null },
    branch: { index: 2, size: 3, merge: "all" },
    end: {
      ...{ status: "cancelled" as const, sequence: 34, goalId: "root", text: "Give up. It repeated itself." },
      ...{ steps: 3, tokens: 1, durationMs: 1, cost: 0, unverified: 0 },
    },
  };
  graph.agents.set("one", { ...agent, traceId: "one" });
  graph.agents.set("two", { ...agent, traceId: "two", branch: null });
  graph.agents.set("three", { ...agent, traceId: "three", end: { ...agent.end, status: "completed" } });
  expect(givenUpOf(graph)).toMatchObject([
    { id: "one", sequence: 34, title: "Old totals", reason: "Give up. It repeated itself." },
  ]);
});
