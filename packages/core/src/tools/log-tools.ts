import type { AgentDirectory } from "../ports/child-agents.ts";
import type { Tool } from "../ports/tool.ts";
import { askUserTool } from "./ask-user.ts";
import { compactContextTool } from "./compact-context.ts";
import { createExploreTool } from "./explore.ts";
import { goalTool } from "./goal.ts";
import { readResultTool } from "./read-result.ts";
import { searchHistoryTool } from "./search-history.ts";
import { createTaskTool } from "./task.ts";
import { todoTool } from "./todo.ts";

/** Returns the tools that only read and write the run's own log. They run in any JavaScript engine and need no project folder. */
export function logTools(): readonly Tool[] {
  return [askUserTool, compactContextTool, goalTool, readResultTool, searchHistoryTool, todoTool];
}

/** Returns the tools that start these agents. The environment of a run that has them must have the agents too. */
export function childTools(agents: AgentDirectory): readonly Tool[] {
  return [createExploreTool(agents), createTaskTool(agents)];
}
