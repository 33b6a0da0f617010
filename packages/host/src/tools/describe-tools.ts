import { GoaltraceError } from "@goaltrace/core";
import { BASIS, toDefinition } from "@goaltrace/core/agents";
import type { Scope } from "@goaltrace/core/ports";
import { mayHaveTool, type ToolFacts, toolFacts } from "@goaltrace/core/tools";
import { type AgentTool, agentTools } from "../agents/agent-tools.ts";
import { findAgent } from "../agents/read-agents.ts";
import type { Runtime } from "../runtime.ts";

type ToolReader = Pick<
  Runtime,
  "tools" | "toolsOf" | "sandbox" | "allowsProtectedWrites" | "readPolicy" | "readAgents"
>;

/** A tool with the decision about its calls in general. `isByName`: only agents that name it have it. */
export type ToolRow = Pick<ToolFacts, "name" | "description"> &
  Pick<AgentTool, "effect"> & { readonly isByName: boolean };

/** A tool with everything that people may know about it. */
export type ToolDetail = ToolFacts & {
  /** The decision about its calls in general first, then one for each rule about particular paths, addresses or commands. */
  readonly rights: readonly AgentTool[];
  /** The agents that have it, in order. */
  readonly agents: readonly { readonly name: string; readonly hasTool: boolean }[];
};

/** Lists the tools of a workspace, and what its rules decide about their calls by the agent that others build on. */
export async function listTools(runtime: ToolReader, scope: Scope): Promise<readonly ToolRow[]> {
  const [{ tools }, rights] = await Promise.all([
    runtime.toolsOf(scope.workspaceId),
    readRights(runtime, scope),
  ]);
  return tools.map(({ name, description, offered }) => {
    const general = rights.find((right) => right.name === name && right.pattern === "");
    return {
      ...{ name, description, effect: general?.effect ?? "ask" },
      isByName: offered === "by_name" && general?.decidedBy.kind === "layer",
    };
  });
}

/** Describes one tool. Errors: NOT_FOUND. */
export async function describeTool(runtime: ToolReader, scope: Scope, name: string): Promise<ToolDetail> {
  const tool = (await runtime.toolsOf(scope.workspaceId)).find(name);
  if (tool === undefined)
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `There is no tool "${name.slice(0, 60)}".`,
      fix: "Choose one from the list.",
    });
  const [rights, { agents }] = await Promise.all([
    readRights(runtime, scope),
    runtime.readAgents({ workspaceId: scope.workspaceId, projectFolder: null }),
  ]);
  return {
    ...toolFacts(tool),
    rights: rights.filter((right) => right.name === name),
    agents: agents
      .filter(({ problem }) => problem === null)
      .map((layered) => {
        const { agent, isReadOnly } = toDefinition(layered);
        return { name: agent.name, hasTool: mayHaveTool({ ...agent, isReadOnly }, tool) };
      }),
  };
}

async function readRights(
  runtime: ToolReader,
  { workspaceId }: Pick<Scope, "workspaceId">,
): Promise<readonly AgentTool[]> {
  const place = { workspaceId, projectFolder: null };
  const [agents, policy] = await Promise.all([
    runtime.readAgents(place),
    runtime.readPolicy({ ...place, conversationId: null, agent: BASIS }),
  ]);
  return await agentTools(runtime, findAgent(agents, BASIS), policy);
}
