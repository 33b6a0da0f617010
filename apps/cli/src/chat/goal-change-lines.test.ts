import { createGoalTree, foldGoals } from "@goaltrace/core/goals";
import { buildLog, goalCreated } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { followGoals, goalProgress } from "./goal-change-lines.ts";

const ended = (goalId: string, status: "completed" | "abandoned", text: string) => ({
  ...({ op: "status", goalId, status } as const),
  summary: status === "completed" ? text : null,
  reason: status === "abandoned" ? text : null,
});

it("reports new goals, and which goals have ended and how", () => {
  const log = buildLog();
  const first = followGoals(createGoalTree("Task"), log.goals(goalCreated("Read"), goalCreated("Write")));
  expect(first.lines).toEqual(["  ○ Read", "  ○ Write"]);
  const entry = log.goals(ended("Read", "completed", "Two files."), { op: "focused", goalId: "Write" });
  const second = followGoals(first.goals, entry);
  expect(second.lines).toEqual(["  ✓ Read: Two files."]);
  expect(goalProgress(second.goals)).toBe("1 of 2 goals · Write");
  const third = followGoals(second.goals, log.goals(ended("Write", "abandoned", "Not needed.")));
  expect(third.lines).toEqual(["  – Write: Not needed."]);
  expect(goalProgress(third.goals)).toContain("1 of 1 goals");
});

it("ignores other entries and unknown goals", () => {
  const log = buildLog();
  const goals = createGoalTree("Task");
  expect(followGoals(goals, log.user("Hello"))).toEqual({ goals, lines: [] });
  expect(followGoals(goals, log.goals(ended("gone", "completed", "Done."))).lines).toEqual([]);
  expect(goalProgress(foldGoals("Task", log.entries))).toBe("");
});
