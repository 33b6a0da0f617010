import { isServerTool } from "@goaltrace/core/log";
import { z } from "zod";

/** More than the servers of a workspace can have together is never chosen one by one. */
const CHOSEN_MAX = 500;
const NAME = z
  .string()
  .max(64)
  .regex(/^[a-zA-Z0-9_*-]+$/u)
  .refine(isServerTool, "is no tool of an MCP server");

/** The tools of MCP servers that someone chose for a conversation, by name or as `server__*`; null for all. */
export const SERVER_TOOLS = z.array(NAME).max(CHOSEN_MAX).nullable();
