import { GoaltraceError } from "@goaltrace/core";
import { type AgentLayer, layerAgents, type LayeredAgent, PRESETS } from "@goaltrace/core/agents";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { ToolSet } from "@goaltrace/core/tools";
import type { AgentStore, AgentVersion } from "@goaltrace/db";
import type { AgentWarning } from "./agent-warning.ts";
import { loadProjectAgents } from "./load-project-agents.ts";

/** Where agents are looked up. */
export type AgentPlace = { readonly workspaceId: string; readonly projectFolder: string | null };

/** The agents of a place, sorted by name, and what is wrong with files of its project folder. */
export type Agents = { readonly agents: readonly LayeredAgent[]; readonly warnings: readonly AgentWarning[] };

/** Returns the agents of a place: built-in ones below those of the workspace below those of the project folder. */
export type ReadAgents = (place: AgentPlace) => Promise<Agents>;

/** Creates the reader over stored definitions and files. */
export function createReadAgents(
  list: AgentStore["list"],
  surroundings: { readonly tools: ToolSet; readonly forbiddenFolders: readonly string[] },
): ReadAgents {
  return async ({ workspaceId, projectFolder }) => {
    const [stored, project] = await Promise.all([
      list(workspaceId),
      loadProjectAgents(projectFolder, surroundings),
    ]);
    const layers = [...PRESETS, ...stored.flatMap(toLayer), ...project.layers];
    return { agents: layerAgents(layers), warnings: project.warnings };
  };
}

/** Returns an agent. Errors: INVALID_INPUT with the nearest name for an unknown one; CONFIGURATION_INVALID for one that cannot be read. */
export function findAgent({ agents }: Pick<Agents, "agents">, name: string): LayeredAgent {
  const found = agents.find((agent) => agent.name === name);
  if (found === undefined) throw unknownAgent(name, agents);
  const { problem } = found;
  if (problem === null) return found;
  const place = found.layers.find((layer) => layer.problem === problem);
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `The agent "${name}" cannot be used: ${place?.file ?? "its definition in the workspace"}. ${problem}`,
    fix: place?.file == null ? "Save the agent again on the page Agents." : "Correct the file, or remove it.",
  });
}

function unknownAgent(name: string, agents: readonly LayeredAgent[]): GoaltraceError {
  const names = agents.map((agent) => agent.name);
  const nearest = nearestName(name, names);
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no agent "${name}".`,
    fix: nearest === undefined ? `Available agents: ${names.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function toLayer({ name, version, fields }: AgentVersion): readonly AgentLayer[] {
  if (fields === null) return [];
  const problem = fields === undefined ? "This version of the server cannot read it." : null;
  return [{ layer: "workspace", name, fields: fields ?? {}, version, file: null, problem }];
}
