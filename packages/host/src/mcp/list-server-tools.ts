import { SERVER_TOOL_SEPARATOR } from "@goaltrace/core/log";
import { mayHaveTool } from "@goaltrace/core/tools";
import { toDefinition } from "@goaltrace/core/agents";
import type { Scope } from "@goaltrace/core/ports";
import { findAgent } from "../agents/read-agents.ts";
import type { Runtime } from "../runtime.ts";
import { usableFolder } from "../folders/usable-folder.ts";

/** The tools of one MCP server that runs of an agent have, sorted by name. */
type ListedServer = {
  readonly server: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
};

/** Characters of a description that a list shows. */
const DESCRIPTION_CHARACTERS = 200;

/**
 * Returns the MCP servers of a place with the tools that an agent may use there, without starting any. Errors: NOT_FOUND for an unknown agent or
 * folder; INVALID_INPUT for a folder that the server no longer accepts.
 */
export async function listServerTools(
  runtime: Pick<Runtime, "stores" | "folderCheck" | "readAgents" | "readServerTools">,
  scope: Scope,
  { agent, folderId }: { readonly agent: string; readonly folderId: string | null },
): Promise<readonly ListedServer[]> {
  const projectFolder = folderId === null ? null : await usableFolder(runtime, scope, { id: folderId });
  const place = { workspaceId: scope.workspaceId, projectFolder };
  const [agents, tools] = await Promise.all([runtime.readAgents(place), runtime.readServerTools(place)]);
  const { agent: definition, isReadOnly } = toDefinition(findAgent(agents, agent));
  const rights = { ...definition, isReadOnly };
  const servers = new Map<string, ListedServer["tools"][number][]>();
  for (const tool of tools) {
    if (!mayHaveTool(rights, tool)) continue;
    const [server = ""] = tool.name.split(SERVER_TOOL_SEPARATOR, 1);
    const description = tool.description.slice(0, DESCRIPTION_CHARACTERS);
    servers.set(server, [...(servers.get(server) ?? []), { name: tool.name, description }]);
  }
  return [...servers].map(([server, ofServer]) => ({
    server,
    tools: ofServer.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  }));
}
