import type { Tool } from "../ports/tool.ts";
import { askUserTool } from "./ask-user.ts";
import { compactContextTool } from "./compact-context.ts";
import { goalTool } from "./goal.ts";
import { readResultTool } from "./read-result.ts";
import { searchHistoryTool } from "./search-history.ts";
import { todoTool } from "./todo.ts";

/** Returns the tools that only read and write the run's own log. They run in any JavaScript engine and need no project folder. */
export function logTools(): readonly Tool[] {
  return [askUserTool, compactContextTool, goalTool, readResultTool, searchHistoryTool, todoTool];
}
