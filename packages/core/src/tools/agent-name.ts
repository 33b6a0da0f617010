import { z } from "zod";
import type { AgentDirectory } from "../ports/child-agents.ts";

/** Returns the argument that names an agent. `preferred` is its default where there is such an agent. */
export function agentName(agents: AgentDirectory, preferred: string): z.ZodType<string> {
  const name = z.string().min(1).max(64);
  return agents.find(preferred) === undefined ? name : name.default(preferred);
}

/** Lists the agents with their descriptions, for the model that chooses among them. */
export function agentList(agents: AgentDirectory): string {
  return agents
    .list()
    .map(({ agent, description }) => `${agent.name} (${description})`)
    .join(", ");
}
