import { describe, expect, it } from "vitest";
import { describeCall } from "./describe.ts";
import { describeGoalCall } from "./describe-goal-call.ts";

const call = (...operations: readonly object[]): string => JSON.stringify({ operations });

describe("describe goal call", () => {
  it("describes a plan change", () => {
    expect(describeGoalCall(call({ op: "under", goal: "2", titles: ["a", "b", "c"] }))).toBe(
      "add 3 goals under 2",
    );
    expect(describeGoalCall(call({ op: "done", goal: "1.2", summary: "found it" }))).toBe(
      "done 1.2 \u2014 found it",
    );
    expect(describeGoalCall(call({ op: "add", title: "Look" }, { op: "focus", goal: "1" }))).toBe(
      'add "Look", focus 1',
    );
    expect(describeGoalCall(call({ op: "add", title: "a" }, { op: "add", title: "b" }))).toBe("add 2 goals");
    expect(
      describeGoalCall(
        call({ op: "abandon", goal: "3", reason: "no file" }, { op: "change", goal: "2", title: "x" }),
      ),
    ).toBe("abandon 3 \u2014 no file, reword 2 \u2014 x");
  });

  it("lists three steps, counts the rest, and returns null for anything else", () => {
    const focus = ["1", "2", "3", "4", "5"].map((goal) => ({ op: "focus", goal }));
    expect(describeGoalCall(call(...focus))).toBe("focus 1, focus 2, focus 3, 2 more");
    for (const text of ["", "{", "[]", "null", '{"operations":[]}', '{"operations":[7]}'])
      expect(describeGoalCall(text)).toBeNull();
    expect(describeCall({ name: "goal", arguments: call({ op: "focus", goal: "2" }) })).toBe("goal(focus 2)");
  });

  it.each([
    [[{ op: "add", title: "a" }], 'add "a"'],
    [[{ op: "add" }], 'add ""'],
    [
      [
        { op: "focus", goal: "1" },
        { op: "add", title: "a" },
      ],
      'add "a", focus 1',
    ],
    [
      [
        { op: "add", title: "a" },
        { op: "done", goal: "1", summary: "" },
        { op: "add", title: "b" },
      ],
      "add 2 goals, done 1",
    ],
    [[{ op: "after", goal: "1", title: "b" }], 'add "b" after 1'],
    [[{ op: "under", goal: "1", titles: ["b"] }], "add 1 goal under 1"],
    [[{ op: "under", goal: "1", titles: [] }], "add 0 goals under 1"],
    [[{ op: "under", goal: "1", titles: "b" }], "add 0 goals under 1"],
    [[{ op: "done", goal: "1" }], "done 1"],
    [[{ op: "done", goal: "1", summary: 7 }], "done 1"],
    [[{ op: "abandon", goal: "1" }], "abandon 1"],
    [[{ op: "focus", goal: "1" }], "focus 1"],
    [[{ op: "change", goal: "1", title: "" }], "reword 1"],
    [[{ op: "unknown" }, { op: "focus", goal: "1" }, null, "text"], "focus 1"],
    [["1", "2", "3"].map((goal) => ({ op: "focus", goal })), "focus 1, focus 2, focus 3"],
    [["1", "2", "3", "4"].map((goal) => ({ op: "focus", goal })), "focus 1, focus 2, focus 3, 1 more"],
  ])("describes %j as %s", (operations, description) => {
    expect(describeGoalCall(JSON.stringify({ operations }))).toBe(description);
  });

  it("does not parse arguments of more than 50,000 characters", () => {
    const ofLength = (length: number): string => {
      const start = call({ op: "focus", goal: "1" });
      return `${start}${" ".repeat(length - start.length)}`;
    };
    expect(describeGoalCall(ofLength(50_000))).toBe("focus 1");
    expect(describeGoalCall(ofLength(50_001))).toBeNull();
  });

  it("returns null for arguments without operations of the goal tool", () => {
    for (const operations of [undefined, null, "focus", {}, [], [null], [{ op: "jump" }]])
      expect(describeGoalCall(JSON.stringify({ operations }))).toBeNull();
    expect(describeGoalCall('"operations"')).toBeNull();
  });
});
