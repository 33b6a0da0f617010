import { describe, expect, it } from "vitest";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { AppliedGoalOperation, GoalTree } from "../goals/goal.ts";
import { createToolRun } from "../testing/tool-run.ts";
import { goalTool } from "./goal.ts";

describe("goalTool", () => {
  it("records resolved operations and returns the new plan", async () => {
    const run = createToolRun();
    const result = await run.call(goalTool, {
      operations: [
        { op: "add", title: "Look" },
        { op: "add", title: "Write" },
      ],
    });
    expect(result.outcome).toBeUndefined();
    expect(result.title).toBe("Plan: add, add");
    expect(result.output).toMatch(/1.*Look[\s\S]*2.*Write/);
    expect(run.recorded).toMatchObject([
      { type: "goals.changed", operations: [{ title: "Look" }, { title: "Write" }] },
    ]);
  });

  it("rejects an unknown goal number without recording", async () => {
    const run = createToolRun({ goals: createGoalTree("Test") });
    const result = await run.call(goalTool, { operations: [{ op: "done", goal: "7", summary: "x" }] });
    expect(result).toMatchObject({ outcome: "error" });
    expect(run.recorded).toEqual([]);
  });

  it("rejects fields that it does not know instead of dropping them", () => {
    const add = { op: "add", title: "Look" };
    const read = (operation: object): boolean =>
      goalTool.input.safeParse({ operations: [operation] }).success;
    expect(read(add)).toBe(true);
    expect(read({ ...add, depends_on: ["1"] })).toBe(false);
    expect(read({ op: "done", goal: "1", summary: "x", reason: "y" })).toBe(false);
    expect(goalTool.input.safeParse({ operations: [add], plan: "x" }).error?.message).toContain("plan");
  });

  it("records what a goal depends on, and rejects goals that do not exist", async () => {
    const run = createToolRun({ goals: PLANNED });
    await run.call(goalTool, { operations: [{ op: "add", title: "Sum up", dependsOn: ["1", "2"] }] });
    expect(run.recorded).toMatchObject([{ operations: [{ title: "Sum up", dependsOn: ["a", "b"] }] }]);
    const result = await run.call(goalTool, { operations: [{ op: "add", title: "x", dependsOn: ["9"] }] });
    expect(result).toMatchObject({ outcome: "error" });
    expect(result.output).toContain('dependsOn: There is no goal "9"');
  });

  it("fails a goal with its reason, abandons what is open below, and continues with the next", async () => {
    const run = createToolRun({ goals: PLANNED });
    const result = await run.call(goalTool, {
      operations: [{ op: "fail", goal: "1", reason: "It is gone." }],
    });
    expect(run.recorded).toMatchObject([
      {
        operations: [
          { goalId: "a1", status: "abandoned" },
          { goalId: "a", status: "failed", reason: "It is gone.", summary: "It is gone." },
          { goalId: "b", status: "in_progress" },
          { op: "focused", goalId: "b" },
        ],
      },
    ]);
    expect(result.output).toContain("1 [failed] A: It is gone.");
  });

  it("keeps a claim without evidence as unverified where the goal has criteria", async () => {
    const goals = applyGoalOperation(PLANNED, { ...created("c", "root", 2, "C"), acceptance: ["two sums"] });
    const resultOf = (id: string): number | undefined => (id === "call-7" ? 7 : undefined);
    const done = async (evidence: readonly string[]): Promise<unknown> => {
      const run = createToolRun({ goals, resultOf });
      const operation = { op: "done", goal: "3", summary: "Summed.", evidence };
      const { output } = await run.call(goalTool, { operations: [operation] });
      return [run.recorded[0], output];
    };
    expect(await done([])).toMatchObject([
      { operations: [{ verified: false, evidence: [] }] },
      expect.stringContaining("3 [done, unverified] C"),
    ]);
    expect(await done(["call-7"])).toMatchObject([
      { operations: [{ verified: true, evidence: [7] }] },
      expect.stringContaining("3 [done] C"),
    ]);
    expect(await done(["call-8"])).toMatchObject([undefined, expect.stringContaining('a call "call-8"')]);
  });
});

function created(goalId: string, parentId: string, index: number, title: string): GoalCreated {
  return { op: "created", goalId, parentId, index, title, reason: null, acceptance: [], dependsOn: [] };
}

type GoalCreated = Extract<AppliedGoalOperation, { op: "created" }>;

const PLANNED = [
  created("a", "root", 0, "A"),
  created("b", "root", 1, "B"),
  created("a1", "a", 0, "A1"),
].reduce<GoalTree>(applyGoalOperation, createGoalTree("Test"));
