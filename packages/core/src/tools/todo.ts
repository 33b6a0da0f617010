import { z } from "zod";
import { TODO_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { TODO_MAX_ITEMS } from "../tunables.ts";
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
    .max(TODO_MAX_ITEMS)
    .describe("The complete list in order; omitted items are removed."),
});

/** Replaces the list of small steps for the goal in focus; an entry with the same text keeps its id. */
export const todoTool = defineTool({
  name: TODO_TOOL,
  description:
    "Replaces the list of small steps for your current work; at most one may be in_progress. Use it for a checklist within one goal, and the goal tool for the plan itself.",
  input,
  keepsState: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  trust: "workspace",
  async run({ todos }, context): Promise<ToolResult> {
    const active = todos.filter((todo) => todo.status === "in_progress").length;
    if (active > 1)
      return errorResult(
        "Todos not changed",
        `${String(active)} todos are in_progress; at most one may be. Nothing was changed.`,
      );
    const known = [...context.todos];
    const next = todos.map(({ text, status }) => {
      const place = known.findIndex((todo) => todo.text === text);
      const same = place === -1 ? undefined : known.splice(place, 1)[0];
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
