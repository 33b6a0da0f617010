import { describe, expect, it } from "vitest";
import { anyArray, anyObject } from "../test/expected.ts";
import { createTestRun } from "../test/test-context.ts";
import { builtInTools } from "./index.ts";
import { toJsonSchema } from "./json-schema.ts";
import { goalTool } from "./plan/goal.ts";
import { todoTool } from "./plan/todo.ts";

describe("toJsonSchema", () => {
  it("T1 · every built-in tool is an object to the wire, its JSON the same each time", () => {
    for (const tool of builtInTools()) {
      const schema = toJsonSchema(tool);
      expect(schema, tool.name).toMatchObject({ type: "object", properties: anyObject() });
      expect(JSON.stringify(toJsonSchema(tool))).toBe(JSON.stringify(schema));
      expect(JSON.stringify(schema)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    }
  });
});

describe("goal and todo", () => {
  it("M7 · records resolved operations and answers with the plan", async () => {
    const run = await createTestRun();
    const result = await run.call(goalTool, {
      operations: [
        { op: "add", title: "Look" },
        { op: "add", title: "Write" },
      ],
    });
    expect(result.output).toMatch(/1.*Look[\s\S]*2.*Write/);
    expect(run.recorded).toMatchObject([{ type: "goals.changed", operations: anyArray() }]);
  });

  it("M7 · a bad number is told and nothing is recorded", async () => {
    const run = await createTestRun();
    expect(await run.call(goalTool, { operations: [{ op: "done", goal: "7", summary: "x" }] })).toMatchObject(
      { outcome: "error" },
    );
    expect(run.recorded).toEqual([]);
  });

  it("T1 · todo keeps the id of an entry with the same text and allows one in progress", async () => {
    const run = await createTestRun({ todos: [{ id: "old", text: "a", status: "pending" }] });
    await run.call(todoTool, {
      todos: [
        { text: "b", status: "in_progress" },
        { text: "a", status: "completed" },
      ],
    });
    expect(run.recorded).toMatchObject([
      { data: { todos: [{ text: "b" }, { id: "old", text: "a", status: "completed" }] } },
    ]);
    expect(
      await run.call(todoTool, {
        todos: [
          { text: "a", status: "in_progress" },
          { text: "b", status: "in_progress" },
        ],
      }),
    ).toMatchObject({ outcome: "error" });
  });
});
