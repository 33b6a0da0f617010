import { describe, expect, it } from "vitest";
import { buildLog } from "../testing/builders.ts";
import { chooseCut, type Cut, safeCuts } from "./cut-point.ts";
import { buildView } from "../context/view.ts";

const tokenizer = { count: (text: string): number => text.length };

it("never cuts between a call and its results", () => {
  const log = buildLog();
  log.user("go");
  log.assistant({ calls: [{ id: "a" }, { id: "b" }] });
  log.tool("a");
  log.tool("b");
  log.assistant({ text: "seen" });
  const view = buildView(log.entries, tokenizer);
  expect(safeCuts(view.items, []).map((cut) => cut.index)).toEqual([5, 4, 1]);
});

it("keeps a call that has no result yet", () => {
  const log = buildLog();
  log.user("go");
  log.assistant({ calls: [{ id: "a" }] });
  expect(safeCuts(buildView(log.entries, tokenizer).items, []).map((cut) => cut.index)).toEqual([1]);
});

it("prefers a cut where a goal closed over one that keeps more", () => {
  const log = buildLog();
  for (let part = 0; part < 6; part += 1) {
    log.user("part");
    log.assistant({ text: "answer" });
    if (part === 3)
      log.goals({ op: "status", goalId: "root", status: "completed", summary: "done", reason: null });
  }
  const view = buildView(log.entries, tokenizer);
  const cut = chooseCut(safeCuts(view.items, view.closes), 20, 70);
  expect(cut).toMatchObject({ goalClosed: true, index: 8 });
});

it("cuts after every message that no call or result follows, and sums what is kept", () => {
  const log = buildLog();
  log.user("go");
  log.tool("unknown");
  log.assistant({ text: "seen" });
  const { items } = buildView(log.entries, tokenizer);
  const [, result, answer] = items.map((item) => item.tokens);
  expect(safeCuts(items, [])).toEqual([
    { index: 3, kept: 0, toSequence: 3, goalClosed: false },
    { index: 2, kept: answer, toSequence: 2, goalClosed: false },
  ]);
  expect(safeCuts(items.slice(0, 1), [])).toEqual([{ index: 1, kept: 0, toSequence: 1, goalClosed: false }]);
  expect(result).toBe(8);
  expect(safeCuts([], [])).toEqual([]);
});

it("marks the cut between two messages where a goal closed, not the end", () => {
  const log = buildLog();
  for (const text of ["one", "two", "three"]) log.user(text);
  const { items } = buildView(log.entries, tokenizer);
  const closed = (...closes: readonly number[]): readonly number[] =>
    safeCuts(items, closes).flatMap((cut) => (cut.goalClosed ? [cut.index] : []));
  expect(closed()).toEqual([]);
  expect(closed(1.5)).toEqual([1]);
  expect(closed(0.5, 1.5, 2.5, 3.5)).toEqual([2, 1]);
  expect(closed(1, 2, 3)).toEqual([]);
});

it("marks the cut after a step whose call closed a goal, which is logged before the result", () => {
  const log = buildLog();
  log.user("go");
  log.assistant({ calls: [{ id: "a" }, { id: "b" }] });
  log.goals({ op: "status", goalId: "root", status: "completed", summary: "done", reason: null });
  log.tool("a");
  log.tool("b");
  log.assistant({ text: "next" });
  const view = buildView(log.entries, tokenizer);
  const closed = safeCuts(view.items, view.closes).filter((cut) => cut.goalClosed);
  expect(closed.map((cut) => cut.index)).toEqual([4]);
});

describe("chooseCut", () => {
  const cut = (index: number, kept: number, goalClosed = false): Cut => ({
    ...{ index, kept, toSequence: index, goalClosed },
  });
  const cuts = [cut(9, 0), cut(8, 10, true), cut(7, 20), cut(6, 30), cut(5, 40, true)];

  it("takes the newest one at a closed goal between the bounds, both included", () => {
    expect(chooseCut([cut(9, 10, true), cut(8, 20, true)], 10, 20)?.index).toBe(9);
    expect(chooseCut([cut(9, 9, true), cut(8, 20, true)], 10, 20)?.index).toBe(8);
    expect(chooseCut(cuts, 20, 40)?.index).toBe(5);
  });

  it("otherwise takes the newest between the bounds", () => {
    expect(chooseCut(cuts, 20, 39)?.index).toBe(7);
    expect(chooseCut(cuts, 21, 39)?.index).toBe(6);
  });

  it("keeps as much as possible where none is between the bounds", () => {
    expect(chooseCut(cuts, 35, 39)?.index).toBe(6);
    expect(chooseCut(cuts, 20, 5)?.index).toBe(9);
    expect(chooseCut(cuts, 20, -1)).toBeNull();
  });
});
