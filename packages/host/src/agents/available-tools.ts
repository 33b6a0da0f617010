import { toDefinition } from "@goaltrace/core/agents";
import { createToolSet, type ToolSet } from "@goaltrace/core/tools";
import type { ReadServerTools, RunPlace } from "../mcp/run-tools.ts";
import type { ToolsOf } from "../web/workspace-tools.ts";
import { type Agents, findAgent } from "./read-agents.ts";

type ToolSources = {
  readonly tools: ToolSet;
  readonly toolsOf: ToolsOf;
  readonly readServerTools: ReadServerTools;
};

/**
 * Returns the tools from which `limitedAgent` takes those of an agent: what its workspace has, and for an agent that only reads those of MCP servers in
 * its place too. Their definitions say which of them only read, and count only for servers whose hints an admin trusts. An agent with all tools whose
 * run chooses none names none, so nothing is read for it. Errors: as `findAgent`.
 */
export async function availableTools(
  { tools, toolsOf, readServerTools }: ToolSources,
  agents: Pick<Agents, "agents">,
  {
    agent: name,
    choosesTools,
    ...place
  }: RunPlace & { readonly agent: string; readonly choosesTools: boolean },
): Promise<ToolSet> {
  const { agent, isReadOnly } = toDefinition(findAgent(agents, name));
  if (agent.tools === "all" && agent.memory === undefined && !isReadOnly && !choosesTools) return tools;
  const [ofWorkspace, ofServers] = await Promise.all([
    toolsOf(place.workspaceId),
    isReadOnly ? readServerTools(place) : [],
  ]);
  return ofServers.length === 0 ? ofWorkspace : createToolSet([...ofWorkspace.tools, ...ofServers]);
}
