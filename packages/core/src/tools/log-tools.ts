import type { AgentDirectory } from "../ports/child-agents.ts";
import type { Tool } from "../ports/tool.ts";
import { askUserTool } from "./ask-user.ts";
import { cancelAgentTool } from "./cancel-agent.ts";
import { compactContextTool } from "./compact-context.ts";
import { createExploreTool } from "./explore.ts";
import { goalTool } from "./goal.ts";
import { listAgentsTool } from "./list-agents.ts";
import { messageAgentTool } from "./message-agent.ts";
import { readResultTool } from "./read-result.ts";
import { searchHistoryTool } from "./search-history.ts";
import { createTaskTool } from "./task.ts";
import { todoTool } from "./todo.ts";
import { waitForAgentsTool } from "./wait-for-agents.ts";

/** Returns the tools that only read and write the run's own log. They run in any JavaScript engine and need no project folder. */
export function logTools(): readonly Tool[] {
  return [askUserTool, compactContextTool, goalTool, readResultTool, searchHistoryTool, todoTool];
}

/** Returns the tools that start these agents and direct them. The environment of a run that has them must have the agents too. */
export function childTools(agents: AgentDirectory): readonly Tool[] {
  return [
    ...[cancelAgentTool, createExploreTool(agents), listAgentsTool, messageAgentTool],
    ...[createTaskTool(agents), waitForAgentsTool],
  ];
}
