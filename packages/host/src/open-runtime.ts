import path from "node:path";
import { modelsFromEnvironment } from "@goaltrace/core/openai";
import type { RunSkills, Tokenizer, Worktrees } from "@goaltrace/core/ports";
import type { Trace } from "@goaltrace/core/log";
import { projectContextSource } from "@goaltrace/core/project-context";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
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
  type Vault,
} from "@goaltrace/tools";
import { createReadAgents } from "./agents/read-agents.ts";
import { createFolderCheck } from "./folders/check-folder.ts";
import { ensureSampleProject } from "./folders/sample-project.ts";
import { shareSettling } from "./experiences/settle-runs.ts";
import { startExperiences } from "./experiences/start-experiences.ts";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import { checkMemory } from "./memory/check-memory.ts";
import { memoryIndexSource } from "./memory/memory-index-source.ts";
import { readRecallModel, resolveRecallModel } from "./memory/recall-model.ts";
import { startRecall } from "./memory/start-recall.ts";
import { createAllSkills } from "./skills/read-all-skills.ts";
import { createManagedServers } from "./mcp/managed-servers.ts";
import { createServerSignIn } from "./mcp/server-sign-in.ts";
import { createMcpAdmin } from "./mcp/mcp-admin.ts";
import { createReadServerTools } from "./mcp/run-tools.ts";
import { createRunSkills, type RunOfSkills } from "./skills/run-skills.ts";
import { createSkillRight } from "./skills/skill-right.ts";
import { createNoteEnded } from "./profile/note-ended-conversations.ts";
import { createRunProfile } from "./profile/run-profile.ts";
import { readDemoPace } from "./models/demo-pace.ts";
import { createModelResolver } from "./models/resolve-model.ts";
import { createFreeShare } from "./process/free-share.ts";
import { createQuotas } from "./quotas/quotas.ts";
import { DEFAULT_QUOTAS } from "./tunables.ts";
import { createGetRedactor } from "./redaction/get-redactor.ts";
import { openMemoryFinder } from "./memory/open-memory-finder.ts";
import { createReadRunPolicy, type ReadRunPolicy } from "./permissions/read-run-policy.ts";
import { createRunEnvironments } from "./run-environments.ts";
import { runtimeTools } from "./tools/runtime-tools.ts";
import { createFileChanges } from "./undo/file-changes.ts";
import { createToolsOf } from "./web/workspace-tools.ts";
import { sweepWorktrees } from "./worktrees/sweep-worktrees.ts";
import { visibleStores } from "./visible-stores.ts";
import type { Runtime, RuntimeLocation, RuntimeOptions } from "./runtime.ts";

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
  const recallModel = readRecallModel(options.secretVariables);
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
      freeShare: createFreeShare(clock),
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
  const quotas = createQuotas({
    ...{ store: database.quotas, callCounts: database.callCounts, callGrants: database.callGrants, clock },
    keysOf: async ({ workspaceId, personId }) => await database.apiKeys.list(workspaceId, personId),
    operator: options.quotaLimits ?? DEFAULT_QUOTAS,
  });
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
    recallModelOf: async (workspaceId) => {
      if (recallModel === null) return undefined;
      const models = resolveModel(await configuredModels(workspaceId));
      return await resolveRecallModel(recallModel, { models, logger }, workspaceId);
    },
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
    quotas,
    allowsProtectedWrites: files.allowsProtectedWrites,
    newWorkspaceMode: options.newWorkspaceMode,
    ...{ readPolicy, readAgents, forbiddenFolders },
    ports: {
      traces: database.traces,
      blobs: database.blobs,
      signals: database.signals,
      budgets: database.budgets,
      callQuota: quotas.calls,
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
        startRecall: (trace) =>
          startRecall({ ...memory, clock, logger, canChoose: recallModel !== null }, trace),
        recallModelOf: async (workspaceId, models) =>
          await resolveRecallModel(recallModel, { models, logger }, workspaceId),
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
