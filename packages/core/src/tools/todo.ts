import { z } from "zod";
import { TODO_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { MAX_TODO_ITEMS } from "../tunables.ts";
import { errorResult } from "./error-result.ts";

const STATUS_MARKS = { pending: "[ ]", in_progress: "[~]", completed: "[x]" } as const;

const input = z.object({
  todos: z
    .array(
      z.object({
        text: z.string().trim().min(1).max(500),
        status: z.enum(["pending", "in_progress", "completed"]).default("pending"),
      }),
    )
    .max(MAX_TODO_ITEMS)
    .describe("The complete list in order; omitted items are removed."),
});

/** Replaces the todos, the small steps for the goal in focus. A todo with the same text keeps its id. */
export const todoTool = defineTool({
  name: TODO_TOOL,
  description:
    "Replaces the list of small steps for your current work; at most one may be in_progress. Use it for a checklist within one goal, and the goal tool for the plan itself.",
  input,
  keepsState: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  trust: "workspace",
  async execute({ todos }, context): Promise<ToolResult> {
    const active = todos.filter((todo) => todo.status === "in_progress").length;
    if (active > 1)
      return errorResult(
        "Todos not changed",
        `${String(active)} todos are in_progress; at most one may be. Nothing was changed.`,
      );
    const earlier = [...context.todos];
    const next = todos.map(({ text, status }) => {
      const index = earlier.findIndex((todo) => todo.text === text);
      const same = index === -1 ? undefined : earlier.splice(index, 1)[0];
      return { id: same?.id ?? context.ids.next(), text, status };
    });
    context.record({ type: "todos.changed", data: { todos: next } });
    const completed = next.filter((todo) => todo.status === "completed").length;
    return {
      title: `Todos: ${String(completed)} of ${String(next.length)} completed`,
      output:
        next.length === 0
          ? "The list is empty."
          : next.map((todo) => `${STATUS_MARKS[todo.status]} ${todo.text}`).join("\n"),
    };
  },
});
