import type { RouterOutputs } from "../../lib/trpc.tsx";

/** A tool in the list. */
export type ListedTool = RouterOutputs["tools"]["list"]["items"][number];
/** A tool with its definition and its rights. */
export type ShownTool = RouterOutputs["tools"]["get"];

/** The groups of the list, in order. */
export const TOOL_GROUPS = [
  "files",
  "execution",
  "code",
  "web",
  "plan",
  "agents",
  "memory",
  "small",
] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

const GROUPS: readonly (readonly [RegExp, ToolGroup])[] = [
  [/^(?:read_file|write_file|edit_file|list_directory|glob_files|grep_content)$/u, "files"],
  [/bash|command|run_|process/u, "execution"],
  [/^(?:goal|todo|ask_user|read_result|search_history|compact_context)$/u, "plan"],
  [/agent|^task$|^explore$/u, "agents"],
  [/memory|skill/u, "memory"],
  [/web|search$/u, "web"],
  [/calculator|time/u, "small"],
];

/** Returns the group of a tool by its name. The names of tools that read code have no word in common, so they are the remaining group. */
export function toolGroup(name: string): ToolGroup {
  return GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? "code";
}
