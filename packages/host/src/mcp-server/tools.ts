import { readModelCall, readModelRequest } from "./call-tools.ts";
import { readEntryTool, readGoalTool, readLogTool } from "./log-tools.ts";
import type { McpTool } from "./mcp-tool.ts";
import { proposeMemory, searchMemories } from "./memory-tools.ts";
import {
  answerQuestion,
  approveCall,
  denyCall,
  listRequests,
  readRequestTool,
  resolveEffect,
} from "./request-tools.ts";
import { cancelRun, startRunTool } from "./run-tools.ts";
import { readTraceTool, searchTraces } from "./trace-tools.ts";

/** Every tool of the server. Listing, calls, documentation and access tests use this list. */
export const MCP_TOOLS: readonly McpTool[] = [
  ...[searchTraces, readTraceTool, readGoalTool, readLogTool, readEntryTool, readModelCall, readModelRequest],
  ...[listRequests, readRequestTool, approveCall, denyCall, answerQuestion, resolveEffect],
  ...[startRunTool, cancelRun, searchMemories, proposeMemory],
];
