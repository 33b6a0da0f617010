import { GoaltraceError, type Tool, type ToolSet } from "@goaltrace/core";
import { nearestName } from "./nearest-name.ts";

/** What the wire accepts as a function name. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The tools of a run, ordered by name so that requests stay byte-stable (T2).
 * Throws CONFIGURATION_INVALID when two tools share a name, a name cannot be sent, or `allowed` names a tool that is not there.
 */
export function createToolSet(
  tools: readonly Tool[],
  options: { readonly allowed: readonly string[] | "all" },
): ToolSet {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!TOOL_NAME.test(tool.name)) {
      throw invalid(
        `The tool name "${tool.name}" cannot be sent to models`,
        "Use at most 64 letters, digits, - and _.",
      );
    }
    if (byName.has(tool.name))
      throw invalid(`Two tools are named "${tool.name}"`, "Give one of them a prefix of its own.");
    byName.set(tool.name, tool);
  }
  const chosen = options.allowed === "all" ? [...byName.values()] : choose(byName, options.allowed);
  const ordered = chosen.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const findable = new Map(ordered.map((tool) => [tool.name, tool]));
  return { tools: ordered, find: (name) => findable.get(name) };
}

function choose(byName: ReadonlyMap<string, Tool>, allowed: readonly string[]): readonly Tool[] {
  return [...new Set(allowed)].map((name) => {
    const tool = byName.get(name);
    if (tool !== undefined) return tool;
    const near = nearestName(name, [...byName.keys()]);
    throw invalid(
      `There is no tool named "${name}"`,
      near === undefined
        ? `Name one of: ${[...byName.keys()].join(", ")}.`
        : `Did you mean "${near}"? Correct the agent's list of tools.`,
    );
  });
}

function invalid(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFIGURATION_INVALID", message, fix });
}
