import { applyGoalOperation, createGoalTree } from "@goaltrace/core/goals";
import type { Trace } from "@goaltrace/core/log";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import type { Turn } from "./chat-turn.ts";
import { groupConversations } from "./conversation-groups.ts";
import { earlierAttempts, isScripted } from "./conversation.ts";
import type { ConversationItem } from "./conversation.ts";
import { failureFromError } from "../../lib/failure-from-error.ts";
import { countDone, goalLines } from "./goal-lines.ts";
import { readDiff } from "./read-diff.ts";
import { countParts, visibleTurns } from "./visible-turns.ts";

describe("groupConversations", () => {
  const item = (id: string, date: string, pinned = false): ConversationItem => ({
    id,
    title: id,
    pinned,
    updatedAt: Date.parse(date),
    status: null,
    lastTraceId: null,
  });
  const grouped = (items: readonly ConversationItem[], timeZone: string): readonly unknown[] =>
    groupConversations(items, { now: Date.parse("2026-11-20T11:00Z"), timeZone }).map((group) => [
      group.name,
      group.items.map((item) => item.id),
    ]);

  it("groups by age with pinned conversations first and keeps the order in each group", () => {
    const items = [
      item("a", "2026-11-20T00:01Z"),
      item("b", "2026-11-19T23:00Z"),
      item("c", "2026-11-13T00:00Z"),
      item("d", "2026-10-29T12:00Z"),
      item("e", "2025-02-01T12:00Z", true),
    ];
    expect(grouped(items, "UTC")).toEqual([
      ["pinned", ["e"]],
      ["today", ["a"]],
      ["yesterday", ["b"]],
      ["week", ["c"]],
      [{ month: Date.UTC(2026, 9, 1) }, ["d"]],
    ]);
  });

  it("counts days in the person's time zone, so that server and browser agree", () => {
    const items = [item("a", "2026-11-20T00:01Z"), item("b", "2026-11-19T23:00Z")];
    expect(grouped(items, "Europe/Berlin")).toEqual([["today", ["a", "b"]]]);
    expect(grouped(items, "America/New_York")).toEqual([["yesterday", ["a", "b"]]]);
  });
});

describe("goalLines", () => {
  it("keeps abandoned goals in place without a number and gives open goals of an ended run its final status", () => {
    const tree = [
      goalCreated("a"),
      goalCreated("b"),
      goalCreated("c"),
      goalCreated("d", "c"),
      { op: "status", goalId: "b", status: "abandoned", summary: null, reason: "too slow" } as const,
      { op: "status", goalId: "d", status: "in_progress", summary: null, reason: null } as const,
      { op: "focused", goalId: "d" } as const,
    ].reduce(applyGoalOperation, createGoalTree("task"));
    const running = goalLines(tree, "running");
    expect(running.map((line) => [line.id, line.number, line.status, line.depth, line.focused])).toEqual([
      ["a", "1", "pending", 0, false],
      ["b", null, "abandoned", 0, false],
      ["c", "2", "pending", 0, false],
      ["d", "2.1", "running", 1, true],
    ]);
    expect(running[1]?.outcome).toBe("too slow");
    expect(goalLines(tree, "cancelled")[3]).toMatchObject({
      status: "cancelled",
      focused: false,
      done: false,
    });
    expect(countDone(goalLines(tree, "failed"))).toEqual({ done: 0, all: 3 });
    expect(countDone(running)).toEqual({ done: 0, all: 3 });
    const ended = [
      { op: "status", goalId: "a", status: "completed", summary: "done", reason: null } as const,
      { op: "status", goalId: "d", status: "failed", summary: null, reason: "no way" } as const,
    ].reduce(applyGoalOperation, tree);
    expect(countDone(goalLines(ended, "running"))).toEqual({ done: 1, all: 3 });
  });
});

describe("visibleTurns", () => {
  it("omits the first parts and always shows the last turn", () => {
    const turn = (traceId: string, count: number): Turn =>
      ({
        traceId,
        live: null,
        firstSequence: 1,
        items: Array.from({ length: count }, (_, index) => ({
          kind: "text",
          key: `${traceId}${index}`,
          sequence: index,
          text: "x",
          live: false,
        })),
      }) as unknown as Turn;
    const turns = [turn("a", 3), turn("b", 3)];
    expect(countParts(turns)).toBe(8);
    const shown = (hidden: number) =>
      visibleTurns(turns, hidden).map((item) => [item.turn.traceId, item.items.length, item.fromStart]);
    expect(shown(0)).toEqual([
      ["a", 3, true],
      ["b", 3, true],
    ]);
    expect(shown(2)).toEqual([
      ["a", 2, false],
      ["b", 3, true],
    ]);
    expect(shown(5)).toEqual([["b", 3, false]]);
    expect(shown(99)).toEqual([["b", 0, false]]);
  });
});

describe("parsers", () => {
  it("numbers the lines of a diff", () => {
    expect(
      readDiff("--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@\n same\n-old\n+new\n").map((line) => [
        line.kind,
        line.number,
      ]),
    ).toEqual([
      ["hunk", null],
      ["same", 3],
      ["removed", 4],
      ["added", 4],
    ]);
  });

  it("reads the failure of an error response and returns null without one", () => {
    expect(
      failureFromError(
        Object.assign(new Error("x"), {
          data: { failure: { code: "RATE_LIMITED", message: "Too many.", fix: "Wait." } },
        }),
      ),
    ).toEqual({ code: "RATE_LIMITED", message: "Too many.", fix: "Wait." });
    expect(failureFromError(new Error("signal is aborted without reason"))).toBeNull();
  });

  it("recognizes the scripted demo by its reference", () => {
    expect([isScripted("scripted/demo"), isScripted("openai/gpt"), isScripted(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("finds the attempts that a turn replaced", () => {
    const trace = (id: string, createdAt: number, after: number | null): Trace =>
      ({
        id,
        createdAt,
        origin: after === null ? null : { kind: "continues", traceId: "t1", sequence: after },
      }) as Trace;
    const traces = [trace("t1", 1, null), trace("t2", 2, 9), trace("t3", 3, 9)];
    expect(earlierAttempts(traces, "t3").map((item) => item.id)).toEqual(["t2"]);
    expect(earlierAttempts(traces, "t1")).toEqual([]);
  });
});
