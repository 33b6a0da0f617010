import { deriveGraph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { outlineLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { costOfAllTurns } from "./turn-cost.ts";

/** Three turns of half a dollar; the conversation ended after the first two of them. */
function continued(price: number | null = 0.5): {
  graph: ReturnType<typeof deriveGraph>;
  entries: OutlineEntry[];
} {
  const log = outlineLog();
  for (let turn = 0; turn < 2; turn += 1) log.turn("root", []);
  log.add({ k: "end", status: "completed", d: "first" });
  log.turn("root", []);
  log.add({ k: "end", status: "completed", d: "second" });
  const entries = log.entries.map((entry) => (entry.k === "assistant" ? { ...entry, c: price } : entry));
  return { graph: deriveGraph("task", entries), entries };
}

it("adds up all turns of a conversation whose totals are those of the last one", () => {
  expect(costOfAllTurns(continued(), { cost: 0.5 })).toBe(1.5);
});

it("is null for the first turn, where the totals count everything, and without prices", () => {
  const { graph, entries } = continued();
  expect(costOfAllTurns({ graph, entries: entries.slice(0, 3) }, { cost: 0.5 })).toBeNull();
  expect(costOfAllTurns({ graph, entries }, { cost: 1.5 })).toBeNull();
  expect(costOfAllTurns(continued(null), { cost: null })).toBeNull();
  expect(costOfAllTurns({ graph, entries }, null)).toBeNull();
});
