/**
 * Names of the tools that the runtime itself depends on: it reads their calls from the log or refers models to them. They are stored in
 * logs and rendered into requests, so they never change.
 */
export const GOAL_TOOL = "goal";
export const TODO_TOOL = "todo";
export const COMPACT_CONTEXT_TOOL = "compact_context";
export const READ_RESULT_TOOL = "read_result";
export const SEARCH_HISTORY_TOOL = "search_history";
export const ASK_USER_TOOL = "ask_user";
export const WRITE_MEMORY_TOOL = "write_memory";
export const SEARCH_MEMORY_TOOL = "search_memory";
export const READ_MEMORY_TOOL = "read_memory";
/** The tools whose results are memory entries. */
export const MEMORY_READING_TOOLS: readonly string[] = [SEARCH_MEMORY_TOOL, READ_MEMORY_TOOL];
export const SKILL_TOOL = "skill";
export const SAVE_SKILL_TOOL = "save_skill";
export const LIST_SKILLS_TOOL = "list_skills";
export const READ_SKILL_FILE_TOOL = "read_skill_file";
/** The tools that change profile files. */
export const PROFILE_WRITING_TOOLS: readonly string[] = ["memory_add", "memory_replace", "memory_remove"];
export const READ_PROFILE_TOOL = "memory_read";
export const TASK_TOOL = "task";
export const EXPLORE_TOOL = "explore";
export const LIST_AGENTS_TOOL = "list_agents";
export const MESSAGE_AGENT_TOOL = "message_agent";
export const WAIT_FOR_AGENTS_TOOL = "wait_for_agents";
export const CANCEL_AGENT_TOOL = "cancel_agent";
/** Calls a tool that a request only names. Such a call is stored as one of that tool. */
export const USE_TOOL = "use_tool";

/** The tools that start and direct sub-agents. An agent that may start none has none of these tools. */
export const CHILD_TOOLS: ReadonlySet<string> = new Set([
  ...[TASK_TOOL, EXPLORE_TOOL],
  ...[LIST_AGENTS_TOOL, WAIT_FOR_AGENTS_TOOL, CANCEL_AGENT_TOOL],
]);

/** Separates the name of an MCP server from that of its tool. No built-in tool has it in its name. */
export const SERVER_TOOL_SEPARATOR = "__";

/** Returns true for the name of a tool of an MCP server, which may be gone when an agent or a stored run names it. */
export function isServerTool(name: string): boolean {
  return name.includes(SERVER_TOOL_SEPARATOR);
}

/** The name in a list of tools that means every tool of every MCP server. */
export const ALL_SERVER_TOOLS = `*${SERVER_TOOL_SEPARATOR}*`;

/** Returns the name in a list of tools that means every tool of one server. */
export function allToolsOf(server: string): string {
  return `${server}${SERVER_TOOL_SEPARATOR}*`;
}

/** Returns whether a list of tools has this one: by its name, as one of its server's (`server__*`), or as one of any server (`*__*`). */
export function listsTool(list: readonly string[], name: string): boolean {
  if (list.includes(name)) return true;
  if (!isServerTool(name)) return false;
  const [server = ""] = name.split(SERVER_TOOL_SEPARATOR, 1);
  return list.includes(allToolsOf(server)) || list.includes(ALL_SERVER_TOOLS);
}
