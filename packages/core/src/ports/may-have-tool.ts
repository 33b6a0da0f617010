import { listsTool, MEMORY_READING_TOOLS, SAVE_SKILL_TOOL, WRITE_MEMORY_TOOL } from "../log/tool-names.ts";
import type { AgentSnapshot } from "../log/trace.ts";
import type { Tool } from "./tool.ts";

/** The rights of an agent that decide which tools it has. */
export type ToolRights = Pick<AgentSnapshot, "tools" | "memory"> & { readonly isReadOnly: boolean };

/** Tools with which an agent leaves something for later runs; one whose memory is limited has none of them. */
const WRITING: readonly string[] = [WRITE_MEMORY_TOOL, SAVE_SKILL_TOOL];

/** Returns whether an agent may have a tool: it is on its list, changes nothing if the agent only reads, and its memory permits it. */
export function mayHaveTool({ tools, memory, isReadOnly }: ToolRights, tool: Tool): boolean {
  if (tools === "all" ? tool.offered === "by_name" : !listsTool(tools, tool.name)) return false;
  if (memory !== undefined && WRITING.includes(tool.name)) return false;
  if (memory === "none" && MEMORY_READING_TOOLS.includes(tool.name)) return false;
  return !isReadOnly || tool.annotations.readOnlyHint === true || tool.keepsState === true;
}
