import { z } from "zod";
import type { AgentDirectory, ChildSummary } from "../ports/child-agents.ts";

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

/** The argument that addresses one of the agents that the caller started. */
export const startedAgent = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .describe("The id of the agent, or the name that you gave it.");

/** Returns the id of the agent with this id or name, the newest one of several; the text itself if there is none. */
export function agentId(children: readonly ChildSummary[], text: string): string {
  if (children.some(({ childTraceId }) => childTraceId === text)) return text;
  return children.findLast(({ name }) => name === text)?.childTraceId ?? text;
}
