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
});
