import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { runState } from "../state/run-state.ts";
import { givenUpOf } from "../why/given-up.ts";
import { findVerdict, storyScene } from "./story-scene.ts";
import { goal, LOG, result, turn } from "./testing/run-outline.ts";

it("counts the parts that were given up as the lists do, at every goal above them", () => {
  const abandoned = (q: number, goalId: string): OutlineEntry => ({
    ...{ q, t: q, g: "root", k: "goals" },
    ops: [{ op: "status", goalId, status: "abandoned", summary: null, reason: "Another way" }],
  });
  const branch = (q: number, child: string): readonly OutlineEntry[] => [
    {
      ...{ q, t: q, g: "c", k: "child", state: "spawned", child, d: "explore", task: child },
      ...{ index: 0, size: 2, merge: "all" },
    },
    {
      q: q + 1,
      t: q + 1,
      g: "c",
      k: "child",
      state: child === "lost" ? "cancelled" : "completed",
      child,
      d: "",
    },
  ];
  const graph = deriveGraph("task", [
    ...[goal(1, "a", "root"), goal(2, "b", "a"), goal(3, "b1", "b"), goal(4, "b2", "b"), goal(5, "c", "a")],
    ...[turn(6, "c", []), abandoned(7, "b1"), abandoned(8, "b")],
    ...[...branch(9, "lost"), ...branch(11, "well")],
  ]);
  const board = layoutStory(storyOf(graph), { width: 808, distance: "cards" });
  const run = runState("completed", graph);
  const { counts } = storyScene({ graph, board, run, verdict: null, dims: false });
  expect(givenUpOf(graph)).toHaveLength(3);
  expect(counts.get("root")).toEqual({ done: 0, total: 2, givenUp: 3 });
  expect(counts.get("a")).toEqual({ done: 0, total: 1, givenUp: 3 });
  expect(counts.get("b")).toEqual({ done: 0, total: 1, givenUp: 1 });
  expect(counts.get("c")).toEqual({ done: 0, total: 0, givenUp: 1 });
});

describe("the verdict", () => {
  it("lights the goal in which the context lost what the failing calls lacked", () => {
    const log: readonly OutlineEntry[] = [
      goal(1, "early", "root"),
      turn(2, "early", ["c1"]),
      { q: 3, t: 3, g: "early", k: "compacted", layer: "summarise", n: 3, before: 900, after: 100 },
      result(4, ["early", "c1"]),
      goal(5, "late", "root"),
      turn(6, "late", ["c2"]),
      result(7, ["late", "c2"], "error"),
      { q: 8, t: 8, g: "root", k: "end", status: "failed", d: "gave up" },
    ];
    const graph = deriveGraph("task", log);
    const run = runState("failed", graph);
    const board = layoutStory(storyOf(graph), { width: 808, distance: "cards" });
    const litWith = (missing: number | null): ReadonlySet<string> | null =>
      storyScene({ graph, board, run, verdict: findVerdict(graph, run), dims: true, missing }).lit;
    expect(litWith(3)?.has("early")).toBe(true);
    expect(litWith(null)?.has("early")).toBe(false);
  });

  it("is the first error of a failed run, and none while it may still end well", () => {
    const graph = deriveGraph("task", LOG);
    const run = { focusId: graph.focusId, rootId: graph.rootId };
    expect(findVerdict(graph, { ...run, status: "failed" })).toEqual({
      ...{ goalId: "a2", sequence: 11, text: "refused", shownAt: "a2" },
    });
    expect(findVerdict(graph, { ...run, status: "running" })).toBeNull();
  });

  it("is shown where the run ended when the run recovered from its first error", () => {
    const recovered: readonly OutlineEntry[] = [
      goal(1, "a", "root"),
      turn(2, "a", ["one"]),
      result(3, ["a", "one"], "error"),
      turn(4, "a", ["two"]),
      result(5, ["a", "two"]),
      goal(6, "b", "root"),
      turn(7, "b", ["three"]),
      result(8, ["b", "three"]),
    ];
    const verdictAfter = (entries: readonly OutlineEntry[]): unknown =>
      findVerdict(deriveGraph("", entries), { status: "failed" });
    expect(verdictAfter(recovered)).toMatchObject({ goalId: "a", sequence: 3, shownAt: "b" });
    expect(verdictAfter(recovered.slice(0, 3))).toMatchObject({ goalId: "a", shownAt: "a" });
    const looped = { detector: "same_call", from: 3, count: 3, action: "stopped" } as const;
    expect(verdictAfter([...recovered, { q: 9, t: 9, g: "a", k: "loop", ...looped }])).toMatchObject({
      shownAt: "a",
    });
  });
});
