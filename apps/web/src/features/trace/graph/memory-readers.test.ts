import { deriveGraph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { memoryReaders } from "./memory-readers.ts";

const memory = { t: 0, k: "memory", n: 1, d: "" } as const;
const ENTRIES: readonly OutlineEntry[] = [
  { ...memory, q: 1, g: "root", state: "recalled" },
  { ...memory, q: 2, g: "root", state: "rules" },
  { q: 3, t: 0, g: "root", k: "skill", d: "latency-triage" },
  { ...memory, q: 4, g: "root", state: "withdrawn" },
  { ...memory, q: 5, g: "1", state: "created" },
];

it("returns the memory entries of the selected goal, or the selected entry alone if it is one", () => {
  const graph = deriveGraph("task", ENTRIES);
  const selected = (goal: string | null, sequence: number | null = null): readonly number[] =>
    memoryReaders(graph, ENTRIES, { goal, sequence });
  expect(selected("root")).toEqual([1, 2]);
  expect(selected("1")).toEqual([5]);
  expect(selected("1", 2)).toEqual([2]);
  expect(selected("1", 3)).toEqual([]);
  expect(selected("none")).toEqual([]);
  expect(selected(null)).toEqual([]);
});

it("leaves out the oldest entries of a goal that has very many", () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ ...memory, q: index + 1, g: "root" }) as const);
  const entries = many.map((entry): OutlineEntry => ({ ...entry, state: "recalled" }));
  const readers = memoryReaders(deriveGraph("task", entries), entries, { goal: "root", sequence: null });
  expect([readers.length, readers.at(-1)]).toEqual([20, 30]);
});
