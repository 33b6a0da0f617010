import type { AgentDirectory } from "../ports/child-agents.ts";
import { type LayeredAgent, toDefinition } from "./layered-agent.ts";

/** Returns the agents that runs may start, without those whose definition cannot be read. */
export function agentDirectory(agents: readonly LayeredAgent[]): AgentDirectory {
  const definitions = agents.filter(({ problem }) => problem === null).map(toDefinition);
  return { list: () => definitions, find: (name) => definitions.find(({ agent }) => agent.name === name) };
}
