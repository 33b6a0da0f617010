import { describe, expect, it } from "vitest";
import { createToolRun } from "../testing/tool-run.ts";
import { todoTool } from "./todo.ts";

describe("todoTool", () => {
  it("replaces the list and keeps the id of a todo with the same text", async () => {
    const run = createToolRun({ todos: [{ id: "old", text: "a", status: "pending" }] });
    const result = await run.call(todoTool, {
      todos: [
        { text: "b", status: "in_progress" },
        { text: "a", status: "completed" },
      ],
    });
    expect(result.output).toBe("[~] b\n[x] a");
    expect(run.recorded).toMatchObject([
      { data: { todos: [{ text: "b" }, { id: "old", text: "a", status: "completed" }] } },
    ]);
  });

  it("assigns different ids to two todos with the same text", async () => {
    const run = createToolRun({ todos: [{ id: "old", text: "a", status: "pending" }] });
    await run.call(todoTool, { todos: [{ text: "a" }, { text: "a" }] });
    const ids = run.recorded.flatMap((event) =>
      event.type === "todos.changed" ? event.data.todos.map((todo) => todo.id) : [],
    );
    expect(ids[0]).toBe("old");
    expect(new Set(ids).size).toBe(2);
  });

  it("rejects two todos in progress without recording", async () => {
    const run = createToolRun();
    const todos = ["a", "b"].map((text) => ({ text, status: "in_progress" }));
    expect(await run.call(todoTool, { todos })).toMatchObject({ outcome: "error" });
    expect(run.recorded).toEqual([]);
  });
});
