import type { Tool } from "../ports/tool.ts";
import { readResultTool } from "./read-result.ts";
import { searchHistoryTool } from "./search-history.ts";

/** The tools that read what the context no longer shows. Every agent with tools has them. */
export const RECALL_TOOLS: readonly Tool[] = [readResultTool, searchHistoryTool];
