import type { ModelClient, Tool } from "@goaltrace/core";
import { agentDirectory, type AgentDirectory, type LayeredAgent } from "@goaltrace/core/agents";
import { listsTool, type Trace } from "@goaltrace/core/log";
import type {
  ContextSource,
  FileVersions,
  MemoryCheck,
  MemoryIndexSource,
  ModelDirectory,
  PendingExperiences,
  PendingRecall,
  RunEnvironments,
  RunProfile,
  RunSkills,
  Worktrees,
} from "@goaltrace/core/ports";
import { createToolSet, type ToolSet } from "@goaltrace/core/tools";
import type { KnownSecrets, Sandbox } from "@goaltrace/tools";
import { toolsOfAgents } from "./agents/tools-of-agents.ts";
import type { ReadAgents } from "./agents/read-agents.ts";
import type { FolderCheck } from "./folders/check-folder.ts";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import type { ReadServerTools } from "./mcp/run-tools.ts";
import type { ResolveModel } from "./models/resolve-model.ts";
import type { ReadRunPolicy } from "./permissions/read-run-policy.ts";
import { createRunPermission } from "./permissions/run-permission.ts";
import { createLearningRedactor } from "./redaction/get-redactor.ts";
import { createRunSecrets, type RunSecretParts } from "./secrets/run-secrets.ts";
import type { ToolsOf } from "./web/workspace-tools.ts";
import { APPROVAL_LIFETIME_MS } from "./tunables.ts";

export type EnvironmentParts = {
  /** The current models of a workspace. */
  readonly configuredModels: (workspaceId: string) => Promise<ConfiguredModels>;
  readonly resolveModel: ResolveModel;
  readonly secrets: KnownSecrets;
  /** The secrets of workspaces. */
  readonly secretStore: RunSecretParts["store"];
  /** The tools of a workspace, without those of MCP servers. */
  readonly toolsOf: ToolsOf;
  readonly sources: readonly ContextSource[];
  readonly forbiddenFolders: readonly string[];
  readonly folderCheck: FolderCheck;
  readonly allowsProtectedWrites: boolean;
  /** The sandbox of commands. @default none */
  readonly sandbox?: Sandbox;
  /** Begins to search memory for a run. */
  readonly startRecall: (trace: Trace) => PendingRecall;
  /** Returns the model that chooses among what a recall found. @default none does */
  readonly recallModelOf?: (workspaceId: string, models: ModelDirectory) => Promise<ModelClient | undefined>;
  /** Begins to choose experiences for a run. */
  readonly startExperiences: (trace: Trace) => PendingExperiences;
  /** Begins to read the index of memory for a run. */
  readonly startIndex: (trace: Trace) => MemoryIndexSource;
  /** Compares the context of a run with memory. */
  readonly checkMemory: (trace: Trace) => MemoryCheck;
  /** Returns the skills of a run, which are read when the run needs them. */
  readonly openSkills: (trace: Trace) => RunSkills;
  /** Returns the profile files of a run, which are read when the run needs them. */
  readonly openProfile: (trace: Trace) => RunProfile;
  /** Returns what keeps the versions of the files that a run changes. @default nothing does */
  readonly versionsOf?: (trace: Trace) => FileVersions;
  /** Returns what gives the sub-agents of a run worktrees. @default nothing does */
  readonly worktreesOf?: (trace: Trace) => Worktrees | undefined;
  /** Returns the project folder behind the folder of a sub-agent in a worktree; null for any other. @default there are none */
  readonly sourceOf?: (folder: string) => Promise<string | null>;
  readonly readPolicy: ReadRunPolicy;
  readonly readAgents: ReadAgents;
  /** Returns the approved tools of MCP servers. */
  readonly readServerTools: ReadServerTools;
};

/**
 * Creates the environments of runs in any workspace. A run in a folder that the server refuses ends with that failure. Settings are read
 * whenever a worker takes up a run, so a changed model or rule applies from its next wait or the next run, and a run masks only the keys of
 * its own workspace.
 */
export function createRunEnvironments(parts: EnvironmentParts): RunEnvironments {
  const { secrets, sources, forbiddenFolders, allowsProtectedWrites, sandbox } = parts;
  return {
    openRun: async (trace) => {
      const { workspaceId, conversationId, agent, permission } = trace;
      // Rules, agents and servers of a sub-agent in a worktree are those of the project, whatever the worktree has by now.
      const projectFolder = await projectOf(parts, trace);
      // They run beside everything below, and nothing waits for them.
      const memory =
        agent.memory === "none"
          ? {}
          : {
              ...{ recall: parts.startRecall(trace), memoryIndex: parts.startIndex(trace) },
              experiences: parts.startExperiences(trace),
            };
      if (projectFolder !== null) await parts.folderCheck.assertUsable({ workspaceId }, projectFolder);
      const [configured, ofWorkspace, stored, policy, { agents }, serverTools] = await Promise.all([
        parts.configuredModels(workspaceId),
        parts.toolsOf(workspaceId),
        parts.secretStore.list({ workspaceId }),
        parts.readPolicy({
          ...{ workspaceId, conversationId, agent: agent.name, projectFolder },
          ...{ basis: agent.definition?.basis, allow: permission?.allow },
        }),
        parts.readAgents({ workspaceId, projectFolder }),
        parts.readServerTools({ workspaceId, projectFolder }),
      ]);
      const worktrees = parts.worktreesOf?.(trace);
      const directory = agentDirectory(agents);
      const ofServers = serverToolsOf(serverTools, agents, agent.name);
      const models = parts.resolveModel(configured);
      const recallModel =
        agent.memory === "none" ? undefined : await parts.recallModelOf?.(workspaceId, models);
      const { settings, vault } = configured;
      const masks = createLearningRedactor({ vault, secrets }, { workspaceId, settings, secrets: stored });
      const own = withAgents(ofWorkspace, directory);
      const tools = ofServers.length === 0 ? own : createToolSet([...own.tools, ...ofServers]);
      const hasApprover = permission?.approver !== "nobody";
      const has = ({ name, offered }: Tool): boolean =>
        agent.tools === "all" ? offered !== "by_name" : listsTool(agent.tools, name);
      return {
        tools,
        withheldTools: new Set(tools.tools.filter((tool) => !has(tool)).map(({ name }) => name)),
        permission: createRunPermission(
          { tools, allowsProtectedWrites, sandbox },
          { ...policy, hasApprover },
        ),
        ...(hasApprover ? { approvals: { lifetimeMs: APPROVAL_LIFETIME_MS } } : {}),
        redactor: masks.redactor,
        secrets: createRunSecrets({ store: parts.secretStore, vault }, workspaceId, masks.learn),
        models,
        ...(recallModel && { recallModel }),
        sources,
        ...{ ...memory, memoryCheck: parts.checkMemory(trace), agents: directory },
        ...(parts.versionsOf === undefined ? {} : { versions: parts.versionsOf(trace) }),
        ...(worktrees === undefined ? {} : { worktrees }),
        skills: parts.openSkills(trace),
        profile: parts.openProfile(trace),
        forbiddenFolders,
        allowsProtectedWrites,
        close: async () => undefined,
      };
    },
  };
}

async function projectOf(
  { sourceOf }: Pick<EnvironmentParts, "sourceOf">,
  { projectFolder, parentId }: Trace,
): Promise<string | null> {
  if (projectFolder === null || parentId === null) return projectFolder;
  return (await sourceOf?.(projectFolder)) ?? projectFolder;
}

/** An agent that only reads must not get a tool that an approval has changed into one that does more, between the start of its run and now. */
function serverToolsOf(
  tools: readonly Tool[],
  agents: readonly LayeredAgent[],
  name: string,
): readonly Tool[] {
  const isReadOnly = agents.find((agent) => agent.name === name)?.rights.isReadOnly === true;
  return isReadOnly ? tools.filter(({ annotations }) => annotations.readOnlyHint === true) : tools;
}

/** By the tools of the workspace and those of its agents, which equal workspaces share. */
const withAgentsIn = new WeakMap<ToolSet, WeakMap<readonly Tool[], ToolSet>>();

/** Returns the tools, with those that start sub-agents for these agents: the same set for the same ones, so that runs share what is made of it. */
function withAgents(set: ToolSet, agents: AgentDirectory): ToolSet {
  const ofAgents = toolsOfAgents(agents);
  const known = withAgentsIn.get(set) ?? new WeakMap<readonly Tool[], ToolSet>();
  withAgentsIn.set(set, known);
  const replacing = known.get(ofAgents) ?? replaceTools(set, ofAgents);
  known.set(ofAgents, replacing);
  return replacing;
}

function replaceTools({ tools }: ToolSet, others: readonly Tool[]): ToolSet {
  const replacing = createToolSet(others);
  return createToolSet(tools.map((tool) => replacing.find(tool.name) ?? tool));
}
