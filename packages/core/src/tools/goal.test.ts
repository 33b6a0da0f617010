import { describe, expect, it } from "vitest";
import { createGoalTree } from "../goals/goal-tree.ts";
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
});
