import type { Tool } from "../ports/tool.ts";
import { askUserTool } from "./ask-user.ts";
import { compactContextTool } from "./compact-context.ts";
import { exploreTool } from "./explore.ts";
import { goalTool } from "./goal.ts";
import { readResultTool } from "./read-result.ts";
import { searchHistoryTool } from "./search-history.ts";
import { taskTool } from "./task.ts";
import { todoTool } from "./todo.ts";

/** Returns the tools that only read and write the run's own log. They run in any JavaScript engine and need no project folder. */
export function logTools(): readonly Tool[] {
  return [askUserTool, compactContextTool, goalTool, readResultTool, searchHistoryTool, todoTool];
}

/** Returns the tools that start sub-agents. They need an environment with `agents`. */
export function childTools(): readonly Tool[] {
  return [exploreTool, taskTool];
}
