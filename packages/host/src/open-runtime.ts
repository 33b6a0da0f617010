import path from "node:path";
import type { RunPorts } from "@goaltrace/core";
import type { ModelSource } from "@goaltrace/core/model-directory";
import { type ModelConfiguration, modelsFromEnvironment } from "@goaltrace/core/openai";
import type {
  Clock,
  HttpTransport,
  Ids,
  Logger,
  ModelDirectory,
  RunSkills,
  Scope,
  Tokenizer,
  Worktrees,
} from "@goaltrace/core/ports";
import type { Trace } from "@goaltrace/core/log";
import type { PermissionMode, Policy } from "@goaltrace/core/permissions";
import type { MemoryFinder } from "@goaltrace/core/memory";
import { projectContextSource } from "@goaltrace/core/project-context";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
import type { ToolSet } from "@goaltrace/core/tools";
import { createDatabase, type Database } from "@goaltrace/db";
import {
  createFolderHistory,
  createWorktreeIndex,
  createWorktrees,
  createHttpTransport,
  createAddressGuard,
  createGuardedFetch,
  createMcpManager,
  createSandbox,
  createVersionSeal,
  environmentSecrets,
  nodeHash,
  openVault,
  readProjectContext,
  createLanguageServers,
  readWebSettings,
  SEARCH_SERVICES,
  type Sandbox,
  type Vault,
} from "@goaltrace/tools";
import { createReadAgents, type ReadAgents } from "./agents/read-agents.ts";
import { createFolderCheck, type FolderCheck } from "./folders/check-folder.ts";
import { ensureSampleProject } from "./folders/sample-project.ts";
import type { ExperienceParts } from "./experiences/settle-runs.ts";
import { shareSettling } from "./experiences/settle-runs.ts";
import { startExperiences } from "./experiences/start-experiences.ts";
import type { FileRules } from "./folders/file-rules.ts";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import { checkMemory } from "./memory/check-memory.ts";
import { memoryIndexSource } from "./memory/memory-index-source.ts";
import { startRecall } from "./memory/start-recall.ts";
import { type AllSkills, createAllSkills } from "./skills/read-all-skills.ts";
import { createManagedServers } from "./mcp/managed-servers.ts";
import { createServerSignIn } from "./mcp/server-sign-in.ts";
import { createMcpAdmin, type McpAdmin } from "./mcp/mcp-admin.ts";
import { createReadServerTools, type ReadServerTools } from "./mcp/run-tools.ts";
import { createRunSkills, type RunOfSkills } from "./skills/run-skills.ts";
import { createSkillRight } from "./skills/skill-right.ts";
import { createNoteEnded } from "./profile/note-ended-conversations.ts";
import { createRunProfile } from "./profile/run-profile.ts";
import { readDemoPace } from "./models/demo-pace.ts";
import { createModelResolver } from "./models/resolve-model.ts";
import type { QuotaLimits } from "./quotas/quota-limits.ts";
import { createQuotas, type Quotas } from "./quotas/quotas.ts";
import { DEFAULT_QUOTAS } from "./tunables.ts";
import { createGetRedactor, type GetRedactor } from "./redaction/get-redactor.ts";
import { openMemoryFinder } from "./memory/open-memory-finder.ts";
import { createReadRunPolicy, type ReadRunPolicy } from "./permissions/read-run-policy.ts";
import { createRunEnvironments } from "./run-environments.ts";
import { runtimeTools } from "./tools/runtime-tools.ts";
import { createFileChanges, type FileChanges } from "./undo/file-changes.ts";
import { createToolsOf, type ToolsOf } from "./web/workspace-tools.ts";
import { sweepWorktrees } from "./worktrees/sweep-worktrees.ts";
import { visibleStores, type VisibleStores } from "./visible-stores.ts";

/** The services that the web server, worker, command line and seed share. */
export type Runtime = {
  readonly database: Database;
  /** The database filtered for requests by people. */
  readonly stores: VisibleStores;
  readonly vault: Vault;
  /** Masks secrets in everything that people write and the server stores. */
  readonly getRedactor: GetRedactor;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokenizer: Tokenizer;
  readonly logger: Logger;
  readonly transport: HttpTransport;
  /** Models configured by the environment, in order of preference. */
  readonly environmentModels: readonly ModelConfiguration[];
  readonly configuredModels: (workspaceId: string) => Promise<ConfiguredModels>;
  /** The model clients that a workspace has now. */
  readonly models: ModelDirectory;
  /** All tools that runs can use, for checking names. */
  readonly tools: ToolSet;
  /** The tools of a workspace, as it configured them. */
  readonly toolsOf: ToolsOf;
  /** The name of the service that answers searches unless a workspace has its own; null for none. */
  readonly searchService: string | null;
  /** The sandbox of commands on this machine. */
  readonly sandbox: Sandbox;
  /** Judges runs and adds what they taught. */
  readonly experiences: ExperienceParts;
  /** Finds memory entries. */
  readonly memoryFinder: MemoryFinder;
  /** The skills of a run. */
  readonly openSkills: (run: RunOfSkills) => RunSkills;
  /** Adds the conversations of a person that ended before a time, and have no line in their DAILY yet, to it. */
  readonly noteEnded: (scope: Scope, before: number) => Promise<void>;
  /** The skills of a workspace and its project folders, for people. */
  readonly allSkills: AllSkills;
  readonly folderCheck: FolderCheck;
  /** Returns the path of a workspace's sample project, which is created when it is missing. Errors: INVALID_INPUT. */
  readonly sampleProject: (scope: { readonly workspaceId: string }, slug: string) => Promise<string>;
  /** The file changes of runs in project folders, and undoing them. */
  readonly fileChanges: FileChanges;
  /** Removes worktrees of sub-agents that will not be merged any more, and returns how many. */
  readonly sweepWorktrees: () => Promise<number>;
  /** Returns the approved tools of MCP servers that runs in a place have. */
  readonly readServerTools: ReadServerTools;
  /** MCP servers, their tools and their approvals, for admins. */
  readonly mcp: McpAdmin;
  /** The limits of workspaces, people and API keys. Requests by people ask it; operator commands do not. */
  readonly quotas: Quotas;
  /** Whether tools may write files that instruct agents or run on their own without asking. */
  readonly allowsProtectedWrites: boolean;
  /** The operator's permission mode for new workspaces; undefined when none is set. */
  readonly newWorkspaceMode: PermissionMode | undefined;
  /** The mode and the rules that decide about the calls of a run. */
  readonly readPolicy: ReadRunPolicy;
  /** The agents of a workspace and a project folder. */
  readonly readAgents: ReadAgents;
  /** Absolute paths that no tool may access. */
  readonly forbiddenFolders: readonly string[];
  /** The ports for executing runs. */
  readonly ports: RunPorts;
  close(): Promise<void>;
};

export type RuntimeOptions = {
  readonly logger: Logger;
  /** The raw environment variables, whose secrets must not appear in any log. They configure the tools of the web. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  /** The environment variables that configure models. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** Absolute paths that no tool may access. */
  readonly forbiddenFolders: readonly string[];
  readonly files: FileRules;
  /** Absolute path of the operator's file of MCP servers. Default: `mcp.json` beside the server's state; none without such a folder. */
  readonly mcpFile?: string | null;
  /**
   * Set for a person at a terminal: runs also read the AGENTS.md files of the folders above the project and of the person's home folder.
   * Null for a server. Default: null.
   */
  readonly person?: { readonly home: string | null } | null;
  /** The operator's limits. Default: `DEFAULT_QUOTAS`. */
  readonly quotaLimits?: QuotaLimits;
  /** The operator's permission mode for new workspaces. Default: they ask. */
  readonly newWorkspaceMode?: PermissionMode | undefined;
  /** Decides about the calls of all runs. Default: the mode and the rules of each run's workspace, agent and conversation. */
  readonly policy?: Policy;
  /** Default: bubblewrap, where it is installed. */
  readonly sandbox?: Sandbox;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Consulted before the configured models. Default: none. */
  readonly modelSources?: readonly ModelSource[];
};

/** The database URL, and the folder of the server's state with the secret that opens the vault. */
export type RuntimeLocation = {
  readonly databaseUrl: string;
  readonly home: string;
  readonly secret: string | null;
};

/** Opens the vault and the stores and connects core's ports to them. Connects lazily, so it succeeds while the database is down. */
export async function openRuntime(location: RuntimeLocation, options: RuntimeOptions): Promise<Runtime> {
  const [vault, tokenizer] = await Promise.all([
    openVault({ home: location.home, secret: location.secret }),
    loadTokenizer(),
  ]);
  const database = createDatabase(location.databaseUrl, { logger: options.logger });
  const mcpFile = options.mcpFile ?? path.join(location.home, "mcp.json");
  return createRuntime({ database, vault, tokenizer, home: location.home }, { ...options, mcpFile });
}

/** Loads the tokenizer. Its tables take longer to load than all else, so programs that open no runtime start without them. */
async function loadTokenizer(): Promise<Tokenizer> {
  const { createTokenizer } = await import("@goaltrace/core/tokenizer");
  return createTokenizer();
}

/** As `openRuntime`, over an open database and vault; `close` closes the database. */
export function createRuntime(
  {
    database,
    vault,
    tokenizer,
    home = null,
  }: {
    readonly database: Database;
    readonly vault: Vault;
    readonly tokenizer: Tokenizer;
    /** Where the files of project folders are remembered. @default nowhere: what commands change cannot be undone */
    readonly home?: string | null;
  },
  options: RuntimeOptions,
): Runtime {
  const { logger, forbiddenFolders, files, clock = createSystemClock(), person = null, policy } = options;
  const fromEnvironment = environmentSecrets(options.secretVariables);
  const secrets = {
    ...fromEnvironment,
    // Without GOALTRACE_SECRET the secret is in a file, which a tool may read.
    environment: [...fromEnvironment.environment, vault.rootSecret],
  };
  const ids = createSystemIds(clock);
  const transport = createHttpTransport();
  const { finder, meaning } = openMemoryFinder({ database, transport, logger }, options.secretVariables);
  const memory = { store: database.memories, finder };
  const { traces, memories } = database;
  const ratings = database.annotations.scores;
  const experiences = { store: database.experiences, traces, memories, ratings, ids };
  const settle = shareSettling(experiences);
  const sandbox = options.sandbox ?? createSandbox("bwrap", { variables: options.secretVariables });
  const seal = createVersionSeal(vault);
  const fileChanges = createFileChanges({ database, seal, ids, forbiddenFolders });
  const history = home === null ? undefined : createFolderHistory({ home, seal });
  const worktreeIndex = home === null ? undefined : createWorktreeIndex(home, seal);
  const worktreesOf = (trace: Pick<Trace, "id" | "workspaceId">): Worktrees | undefined =>
    home === null || history === undefined
      ? undefined
      : createWorktrees({
          ...{ home, seal, history, forbiddenFolders, logger, owner: trace.workspaceId },
          versions: fileChanges.versionsOf(trace),
        });
  const web = readWebSettings(options.secretVariables);
  const noteEnded = createNoteEnded({ ...database, logger });
  const languageServers =
    home === null
      ? null
      : createLanguageServers({
          machine: { sandbox, variables: options.secretVariables },
          ...{ folder: path.join(home, "language-servers"), newId: ids.next },
        });
  const tools = runtimeTools({
    languageServers,
    machine: {
      sandbox,
      variables: options.secretVariables,
      privateHosts: web.privateHosts,
      history,
      worktrees: worktreeIndex,
    },
    ...{ web, profiles: database.profiles, memory },
    skillWriting: { store: database.skills, mayWrite: createSkillRight(database.members) },
  });
  const toolsOf = createToolsOf({ tools, web }, database.webChoices);
  const allowsUncommitted = files.allowsUncommittedInstructions;
  const skillParts = {
    ...{ store: database.skills, logger, forbiddenFolders },
    allowsUncommitted: person !== null || allowsUncommitted,
  };
  const openSkills = (run: RunOfSkills): RunSkills => createRunSkills(skillParts, run);
  const environmentModels = modelsFromEnvironment(options.modelVariables);
  const resolveModel = createModelResolver(
    {
      ...{ clock, transport, logger, learnedWindows: database.learnedWindows },
      demoPace: readDemoPace(options.secretVariables),
    },
    options.modelSources,
  );
  const configuredModels = async (workspaceId: string): Promise<ConfiguredModels> => {
    const [settings, learnedWindows] = await Promise.all([
      database.models.list({ workspaceId }),
      database.learnedWindows.list(workspaceId),
    ]);
    return { workspaceId, settings, environment: environmentModels, learnedWindows, vault };
  };
  const readStored = createReadRunPolicy(
    async (workspaceId, run) => await database.permissions.policy(workspaceId, run),
    forbiddenFolders,
  );
  const readPolicy: ReadRunPolicy = async (run) => policy ?? (await readStored(run));
  const readAgents = createReadAgents(database.agents.list, { tools, forbiddenFolders });
  const folderCheck = createFolderCheck(files.folders, database);
  const manager = createMcpManager({
    machine: { sandbox, variables: options.secretVariables },
    ...{ web, newId: ids.next },
  });
  const signIn = createServerSignIn({
    ...{ store: database.mcpCredentials, vault },
    fetch: createGuardedFetch(createAddressGuard({ privateHosts: web.privateHosts })),
  });
  const mcp = {
    ...{ store: database.mcp, credentials: database.mcpCredentials, signIn },
    files: { homeFile: options.mcpFile ?? null, forbiddenFolders, vault },
    servers: createManagedServers(manager, database.mcp, { logger, signIn }),
  };
  const readServerTools = createReadServerTools({ ...mcp, logger });
  const projectContext = projectContextSource(
    async (folder, touchedFolders) =>
      await readProjectContext(folder, {
        touchedFolders,
        ...{ ascend: person !== null, home: person?.home ?? null, forbiddenFolders },
        allowsUncommitted,
      }),
  );
  return {
    database,
    stores: visibleStores(database),
    vault,
    getRedactor: createGetRedactor({ vault, secrets }, database),
    clock,
    ids,
    tokenizer,
    logger,
    transport,
    environmentModels,
    configuredModels,
    models: {
      resolve: async (workspaceId, reference) =>
        await resolveModel(await configuredModels(workspaceId)).resolve(workspaceId, reference),
    },
    ...{ tools, toolsOf },
    searchService: web.search == null ? null : SEARCH_SERVICES[web.search.provider].label,
    sandbox,
    experiences,
    memoryFinder: memory.finder,
    openSkills,
    allSkills: createAllSkills(skillParts),
    noteEnded,
    folderCheck,
    sampleProject: async (scope, slug) =>
      await ensureSampleProject({ rules: files.folders, check: folderCheck }, scope, slug),
    fileChanges,
    sweepWorktrees: async () =>
      worktreeIndex === undefined
        ? 0
        : await sweepWorktrees({
            ...{ index: worktreeIndex, traces: database.traces, clock },
            worktreesOf: (workspaceId) =>
              worktreesOf({ id: "", workspaceId }) ?? {
                remove: async () => undefined,
                removeRest: async () => undefined,
              },
          }),
    readServerTools,
    mcp: createMcpAdmin(mcp),
    quotas: createQuotas({
      store: database.quotas,
      callCounts: database.callCounts,
      operator: options.quotaLimits ?? DEFAULT_QUOTAS,
    }),
    allowsProtectedWrites: files.allowsProtectedWrites,
    newWorkspaceMode: options.newWorkspaceMode,
    ...{ readPolicy, readAgents, forbiddenFolders },
    ports: {
      traces: database.traces,
      blobs: database.blobs,
      signals: database.signals,
      budgets: database.budgets,
      environments: createRunEnvironments({
        configuredModels,
        resolveModel,
        secrets,
        secretStore: database.secrets,
        ...{ toolsOf, sandbox },
        sources: [projectContext],
        forbiddenFolders,
        folderCheck,
        allowsProtectedWrites: files.allowsProtectedWrites,
        startRecall: (trace) => startRecall({ ...memory, clock, logger }, trace),
        startExperiences: (trace) =>
          startExperiences({ ...experiences, settle, hash: nodeHash, logger, meaning }, trace),
        startIndex: (trace) => memoryIndexSource({ ...memory, logger }, trace),
        checkMemory: (trace) => checkMemory({ ...memory, clock, logger }, trace),
        openSkills,
        versionsOf: fileChanges.versionsOf,
        ...{ worktreesOf, sourceOf: async (folder) => (await worktreeIndex?.sourceOf(folder)) ?? null },
        openProfile: (trace) => createRunProfile({ ...database, clock, logger, noteEnded }, trace),
        readPolicy,
        readAgents,
        readServerTools,
      }),
      tokenizer,
      clock,
      ids,
      random: createSystemRandom(),
      hash: nodeHash,
      logger,
    },
    close: async () => {
      await Promise.all([manager.close(), languageServers?.close()]);
      await database.close();
    },
  };
}
