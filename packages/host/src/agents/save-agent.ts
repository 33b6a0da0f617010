import { GoaltraceError } from "@goaltrace/core";
import type { AgentFields } from "@goaltrace/core/agents";
import type { Scope } from "@goaltrace/core/ports";
import type { AgentVersion } from "@goaltrace/db";
import type { Runtime } from "../runtime.ts";
import { assertNoProblem, checkAgent } from "./check-agent.ts";

type SavePorts = Pick<Runtime, "stores" | "environmentModels" | "tools" | "readAgents">;

/**
 * Saves a workspace's definition of an agent as a new version over `over`, the one that the author saw (0 for none). Errors: INVALID_INPUT for an
 * unknown tool, model or strategy, and for a new agent without texts; CONFLICT when someone else has saved in the meantime.
 */
export async function saveAgent(
  ports: SavePorts,
  scope: Scope,
  { name, over, fields }: { readonly name: string; readonly over: number; readonly fields: AgentFields },
): Promise<AgentVersion> {
  assertNoProblem(await checkAgent(ports, scope, { fields, isNew: !(await isBuiltIn(ports, scope, name)) }));
  const [newest] = over === 0 ? await ports.stores.agents.versions(scope.workspaceId, name) : [];
  // A name that the workspace no longer defines is free; its versions continue.
  const seen = newest?.fields === null ? newest.version : over;
  return await ports.stores.agents.save(scope, { name, over: seen, fields, restoredFrom: null });
}

/**
 * Makes an earlier version of an agent the newest again. Errors: NOT_FOUND for a version that does not exist; CONFLICT as `saveAgent`;
 * INVALID_INPUT for a version that names what no longer exists.
 */
export async function restoreAgent(
  ports: SavePorts,
  scope: Scope,
  { name, over, version }: { readonly name: string; readonly over: number; readonly version: number },
): Promise<AgentVersion> {
  const versions = await ports.stores.agents.versions(scope.workspaceId, name);
  const earlier = versions.find((one) => one.version === version);
  if (earlier?.fields == null) throw unknownVersion(name, version);
  assertNoProblem(await checkAgent(ports, scope, { fields: earlier.fields, isNew: false }));
  return await ports.stores.agents.save(scope, {
    ...{ name, over, fields: earlier.fields, restoredFrom: version },
  });
}

/**
 * Removes a workspace's definition of an agent: a built-in agent returns to its built-in definition, any other is gone. Its versions stay. Errors:
 * NOT_FOUND for an agent that the workspace does not define; CONFLICT as `saveAgent`.
 */
export async function removeAgent(
  { stores }: Pick<SavePorts, "stores">,
  scope: Scope,
  { name, over }: { readonly name: string; readonly over: number },
): Promise<AgentVersion> {
  const [newest] = await stores.agents.versions(scope.workspaceId, name);
  if (newest === undefined || newest.fields === null) throw undefinedAgent(name);
  return await stores.agents.save(scope, { name, over, fields: null, restoredFrom: null });
}

async function isBuiltIn(
  { readAgents }: Pick<SavePorts, "readAgents">,
  { workspaceId }: Scope,
  name: string,
): Promise<boolean> {
  const { agents } = await readAgents({ workspaceId, projectFolder: null });
  return agents.some((agent) => agent.name === name && agent.layers[0]?.layer === "built_in");
}

function undefinedAgent(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `The workspace defines no agent "${name}" that could be removed.`,
    fix: "Reload the page Agents to see which agents are its own.",
  });
}

function unknownVersion(name: string, version: number): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `The agent "${name}" has no version ${version} to restore.`,
    fix: "Choose one of its versions on the page Agents.",
  });
}
