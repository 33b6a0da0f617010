import { GoaltraceError } from "../errors.ts";
import { isServerTool, listsTool } from "../log/tool-names.ts";
import { nearestName } from "../nearest-name.ts";
import type { Tool, ToolSet } from "../ports/tool.ts";

/** Function names that model APIs accept. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Creates a tool set ordered by name, so that requests are byte-stable regardless of the input order.
 * Throws CONFIGURATION_INVALID if two tools share a name or a name cannot be sent to models.
 */
export function createToolSet(tools: readonly Tool[]): ToolSet {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!TOOL_NAME.test(tool.name))
      throw invalid(
        `The tool name "${tool.name}" cannot be sent to models`,
        "Use 1 to 64 letters, digits, - and _.",
      );
    if (byName.has(tool.name))
      throw invalid(`Two tools are named "${tool.name}"`, "Rename one of them, for example with a prefix.");
    byName.set(tool.name, tool);
  }
  return {
    tools: [...byName.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    find: (name) => byName.get(name),
  };
}

/** Sets are immutable and shared by runs, whose texts about their tools are then the same objects. */
const offeredIn = new WeakMap<ToolSet, ToolSet>();

function offered(set: ToolSet): ToolSet {
  const known = offeredIn.get(set);
  if (known !== undefined) return known;
  const tools = set.tools.filter((tool) => tool.offered !== "by_name");
  const narrowed = tools.length === set.tools.length ? set : createToolSet(tools);
  offeredIn.set(set, narrowed);
  return narrowed;
}

/**
 * Returns the tools of `set` listed in `allowed` (see `AgentSnapshot.tools`), or all that are not offered by name for "all". Names may repeat and have any order.
 * `server__*` means all tools of an MCP server, of which `set` may have none. Throws CONFIGURATION_INVALID for any other name that `set` does not contain.
 */
export function narrowTools(set: ToolSet, allowed: readonly string[] | "all"): ToolSet {
  if (allowed === "all") return offered(set);
  const own = allowed.filter((name) => !isServerTool(name));
  const ofServers = set.tools.filter(({ name }) => isServerTool(name) && listsTool(allowed, name));
  return createToolSet([
    ...[...new Set(own)].map((name) => set.find(name) ?? throwUnknownTool(name, set)),
    ...ofServers,
  ]);
}

function throwUnknownTool(name: string, set: ToolSet): never {
  const names = set.tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  const suggestion = names.length === 0 ? "No tools are available." : `Use one of: ${names.join(", ")}.`;
  throw invalid(
    `There is no tool named "${name}"`,
    nearest === undefined ? suggestion : `Did you mean "${nearest}"? Correct the agent's list of tools.`,
  );
}

function invalid(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFIGURATION_INVALID", message, fix });
}
