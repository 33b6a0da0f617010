import { toDefinition } from "@goaltrace/core/agents";
import { createToolSet, type ToolSet } from "@goaltrace/core/tools";
import type { ReadServerTools, RunPlace } from "../mcp/run-tools.ts";
import { type Agents, findAgent } from "./read-agents.ts";

/**
 * Returns the tools from which `limitedAgent` takes those of an agent: for one that only reads, those of MCP servers in its place are among them. Their
 * definitions say which of them only read, and count only for servers whose hints an admin trusts. Errors: as `findAgent`.
 */
export async function availableTools(
  { tools, readServerTools }: { readonly tools: ToolSet; readonly readServerTools: ReadServerTools },
  agents: Pick<Agents, "agents">,
  { agent, ...place }: RunPlace & { readonly agent: string },
): Promise<ToolSet> {
  if (!toDefinition(findAgent(agents, agent)).isReadOnly) return tools;
  const ofServers = await readServerTools(place);
  return ofServers.length === 0 ? tools : createToolSet([...tools.tools, ...ofServers]);
}
