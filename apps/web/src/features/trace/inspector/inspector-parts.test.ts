import { deriveGraph } from "@goaltrace/core/graph";
import { toOutline } from "@goaltrace/core/log";
import { buildLog, goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { breakCost } from "./context/break-cost.ts";
import { costLines } from "./cost/cost-lines.ts";
import { subtreeTotals } from "./cost/subtree-totals.ts";
import { findFailure } from "./find-failure.ts";
import { findLines } from "./find-lines.ts";
import { readPlanChanges } from "./plan-changes.ts";
import { callsAfter } from "./calls-after.ts";
import { mentionChoices, findMentions } from "./mentions.ts";
import { isNoteOn } from "./note-target.ts";

const price = { input: 2, cachedInput: 0.5, output: 8 };
const usage = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cachedTokens: 400_000,
  reasoningTokens: 50_000,
  estimated: false,
};

describe("costLines", () => {
  it("subtracts cached tokens from the input and prices each kind", () => {
    expect(costLines(usage, price).map((line) => [line.kind, line.tokens, line.cost])).toEqual([
      ["fresh", 600_000, 1.2],
      ["cached", 400_000, 0.2],
      ["output", 100_000, 0.8],
    ]);
  });

  it("returns an unknown cost without a price", () => {
    expect(costLines(usage, null).every((line) => line.cost === null && line.price === null)).toBe(true);
    expect(breakCost(1_000, null)).toBeNull();
  });

  it("charges a cache break the difference between the full and the cached price", () => {
    expect(breakCost(1_000_000, price)).toBe(1.5);
    expect(breakCost(1_000_000, { input: 1, cachedInput: 2 })).toBe(0);
  });
});

describe("subtreeTotals", () => {
  it("sums a goal with its descendants and lists its most expensive turns", () => {
    const log = buildLog();
    log.goals(goalCreated("a"), goalCreated("b", "a"), { op: "focused", goalId: "a" });
    log.assistant({ text: "one" });
    log.goals({ op: "focused", goalId: "b" });
    const turn = log.assistant({ calls: [{}] });
    log.tool(turn.toolCalls[0]?.id ?? "", { outcome: "error" });
    const graph = deriveGraph(
      log.traceId,
      log.entries.map(toOutline).filter((entry) => entry !== null),
    );
    const totals = subtreeTotals(graph, "a");
    expect(totals).toMatchObject({ goals: 2, turns: 2, calls: 1, errors: 1, retries: 0 });
    expect(totals.cost).toBeCloseTo(0.002);
    expect(totals.turnsByCost).toHaveLength(2);
    expect(subtreeTotals(graph, "b").turns).toBe(1);
  });
});

describe("readPlanChanges", () => {
  it("parses the plan changes that a model requested", () => {
    const changes = readPlanChanges({
      operations: [
        { op: "add", title: "Find the cause", reason: "First things first" },
        { op: "under", goal: "2", titles: ["One", "Two"] },
        { op: "abandon", goal: "1", reason: "Nothing there", instead: "Look elsewhere" },
      ],
    });
    expect(changes).toEqual([
      { op: "add", goal: null, titles: ["Find the cause"], text: "First things first" },
      { op: "under", goal: "2", titles: ["One", "Two"], text: null },
      { op: "abandon", goal: "1", titles: ["Look elsewhere"], text: "Nothing there" },
    ]);
  });

  it.each([null, "text", {}, { operations: [] }, { operations: [{ op: "fly" }] }, { operations: [7] }])(
    "returns null for other arguments: %j",
    (value) => {
      expect(readPlanChanges(value)).toBeNull();
    },
  );
});

describe("callsAfter", () => {
  it("counts the answers after an entry", () => {
    const log = buildLog();
    log.user("Go");
    log.assistant({ text: "a" });
    log.assistant({ text: "b" });
    const entries = log.entries.map(toOutline).filter((entry) => entry !== null);
    expect(callsAfter(entries, 1)).toEqual({ count: 2, first: 2, last: 3 });
    expect(callsAfter(entries, 3)).toBeNull();
  });
});

describe("notes", () => {
  const members = [
    { personId: "1", name: "Ann" },
    { personId: "2", name: "Ann Lee" },
    { personId: "3", name: "Bo" },
  ];

  it("finds members named after an @, the longest name first", () => {
    expect(findMentions("@Ann Lee look, and @bo. Not @Bob, not a@b", members)).toEqual(["2", "3"]);
    expect(findMentions("@Ann, see", members)).toEqual(["1"]);
    expect(findMentions("nobody", members)).toEqual([]);
  });

  it("suggests members while a mention is typed", () => {
    expect(mentionChoices("see @an", members)?.map((member) => member.personId)).toEqual(["1", "2"]);
    expect(mentionChoices("see @", members)).toHaveLength(3);
    expect(mentionChoices("mail a@b", members)).toBeNull();
  });

  it("assigns a note to exactly one entry, goal or run", () => {
    expect(
      isNoteOn({ entry: { traceId: "t", sequence: 4 }, goalId: "g" }, { sequence: 4, goalId: null }),
    ).toBe(true);
    expect(isNoteOn({ entry: null, goalId: "g" }, { sequence: null, goalId: "g" })).toBe(true);
    expect(
      isNoteOn({ entry: { traceId: "t", sequence: 4 }, goalId: "g" }, { sequence: null, goalId: "g" }),
    ).toBe(false);
    expect(isNoteOn({ entry: null, goalId: null }, { sequence: null, goalId: null })).toBe(true);
  });
});

describe("raw values", () => {
  it("finds lines ignoring case", () => {
    expect(findLines("One\ntwo\nTHREE one", "ONE ")).toEqual([0, 2]);
    expect(findLines("One", "  ")).toEqual([]);
  });

  it("returns a failure with its fix, or null without one", () => {
    expect(findFailure({ failure: { code: "X", message: "Broke", fix: "Fix it" } })).toMatchObject({
      fix: "Fix it",
    });
    expect(findFailure({ failure: null })).toBeNull();
    expect(findFailure({ other: 1 })).toBeNull();
  });
});
