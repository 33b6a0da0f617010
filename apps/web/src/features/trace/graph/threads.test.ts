import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { Graph, Storyboard } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import type { GoalChange } from "@goaltrace/core/goals";
import { expect, it } from "vitest";
import { startedTogether } from "./story-scene.ts";
import { threadsBetween, threadsOf } from "./threads.ts";

const created = (goalId: string, index: number, dependsOn: readonly string[] = []): GoalChange => ({
  ...{ op: "created", goalId, parentId: "root", index, title: goalId, reason: null },
  ...{ acceptance: [], dependsOn },
});

/** Two calls at once, and one that uses both. */
function board(): { readonly graph: Graph; readonly board: Storyboard } {
  const issued = (q: number, calls: readonly string[]): OutlineEntry => ({
    ...{ q, t: q, g: "root", k: "assistant", d: "", i: 0, o: 0, c: 0, m: 0, calls },
  });
  const started = (q: number, g: string, call: string): OutlineEntry => ({
    ...{ q, t: q, g, k: "started", call, name: "read" },
  });
  const ended = (q: number, g: string, call: string): OutlineEntry => ({
    ...{ q, t: q, g, k: "tool", d: "", call, name: "read", s: "ok", n: 1, m: 1 },
  });
  const ops = [created("one", 0), created("two", 1), created("sum", 2, ["one", "two"])];
  const entries: readonly OutlineEntry[] = [
    { q: 1, t: 1, g: "root", k: "goals", ops },
    ...[issued(2, ["a", "b"]), started(3, "one", "a"), started(4, "two", "b")],
    ...[ended(5, "one", "a"), ended(6, "two", "b"), issued(7, ["c"]), started(8, "sum", "c")],
  ];
  const graph = deriveGraph("task", entries);
  return { graph, board: layoutStory(storyOf(graph), { width: 1160, distance: "cards" }) };
}

it("connects each result that a goal uses to its wire, and a result to those that use it", () => {
  const { graph, board: drawn } = board();
  const ends = (goalId: string | null): readonly string[] =>
    threadsOf(graph, drawn, goalId).map(({ from, to }) => `${from} > ${to}`);
  expect(ends("sum")).toEqual(["one > sum", "two > sum"]);
  expect(ends("one")).toEqual(["one > sum"]);
  expect(ends(null)).toEqual([]);
});

it("connects the header of a run to the card that read its memory entry, once, and to no goal without a box", () => {
  const { board: drawn } = board();
  const [thread, ...others] = threadsBetween(drawn, [
    ["root", "sum"],
    ["root", "sum"],
    ["gone", "sum"],
    ["one", "one"],
  ]);
  expect([thread?.from, thread?.to, others]).toEqual(["root", "sum", []]);
  const header = drawn.boxes.get(drawn.owners.get("root") ?? "");
  const card = drawn.boxes.get("sum");
  const [start] = thread?.points ?? [];
  expect(header?.kind).toBe("header");
  expect(start?.[1]).toBe((header?.y ?? 0) + (header?.height ?? 0));
  expect(thread?.points.at(-1)?.[0]).toBe(card?.x);
});

it("crosses no box on its way", () => {
  const { graph, board: drawn } = board();
  const along = ([x, y]: readonly [number, number], to: readonly [number, number] | undefined) =>
    [0.1, 0.3, 0.5, 0.7, 0.9].map(
      (part) => [x + ((to?.[0] ?? x) - x) * part, y + ((to?.[1] ?? y) - y) * part] as const,
    );
  for (const { points } of threadsOf(graph, drawn, "sum"))
    for (const [x, y] of points.flatMap((point, index) => along(point, points[index + 1])))
      for (const box of drawn.boxes.values())
        expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(false);
});

it("distinguishes results that began together from one that came after them", () => {
  const { graph, board: drawn } = board();
  const [one, two, sum] = ["one", "two", "sum"].map((id) => drawn.boxes.get(id));
  if (one === undefined || two === undefined || sum === undefined) throw new Error("All three have a box");
  expect(startedTogether(graph, one, two)).toBe(true);
  expect(startedTogether(graph, two, sum)).toBe(false);
});
