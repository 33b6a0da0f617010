import type { Tool } from "@goaltrace/core";
import type { AgentDirectory } from "@goaltrace/core/agents";
import { childTools } from "@goaltrace/core/tools";

const MAX_KNOWN_LISTS = 64;
/** By the list that their texts name, the latest last. */
const known = new Map<string, readonly Tool[]>();

/**
 * Returns `childTools`, the same for equal lists of agents: most runs of a server have the same list, and converting the schemas takes longer than
 * building the rest of the request.
 */
export function toolsOfAgents(agents: AgentDirectory): readonly Tool[] {
  const preferred = ["general", "explore"].filter((name) => agents.find(name) !== undefined);
  const listed = agents.list().map(({ agent, description }) => [agent.name, description]);
  const key = JSON.stringify([preferred, listed]);
  const tools = known.get(key) ?? childTools(agents);
  known.delete(key);
  known.set(key, tools);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN_LISTS && oldest !== undefined) known.delete(oldest);
  return tools;
}
