import type { RunPorts } from "@goaltrace/core";
import type { ModelSource } from "@goaltrace/core/model-directory";
import { type ModelConfiguration, modelsFromEnvironment } from "@goaltrace/core/openai";
import type { Clock, HttpTransport, Ids, Logger, ModelDirectory, Tokenizer } from "@goaltrace/core/ports";
import { projectContextSource } from "@goaltrace/core/project-context";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createToolSet, type ToolSet } from "@goaltrace/core/tools";
import { createDatabase, type Database } from "@goaltrace/db";
import {
  builtInTools,
  createHttpTransport,
  environmentSecrets,
  nodeHash,
  openVault,
  readProjectContext,
  type Vault,
} from "@goaltrace/tools";
import { createFolderCheck, type FolderCheck } from "./folders/check-folder.ts";
import type { FileRules } from "./folders/file-rules.ts";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import { createModelResolver } from "./models/resolve-model.ts";
import type { QuotaLimits } from "./quotas/quota-limits.ts";
import { createQuotas, type Quotas } from "./quotas/quotas.ts";
import { DEFAULT_QUOTAS } from "./tunables.ts";
import { createGetRedactor, type GetRedactor } from "./redaction/get-redactor.ts";
import { createRunEnvironments } from "./run-environments.ts";
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
  /** All tools that runs can use. */
  readonly tools: ToolSet;
  readonly folderCheck: FolderCheck;
  /** The limits of workspaces, people and API keys. Requests by people ask it; operator commands do not. */
  readonly quotas: Quotas;
  /** The ports for executing runs. */
  readonly ports: RunPorts;
  close(): Promise<void>;
};

export type RuntimeOptions = {
  readonly logger: Logger;
  /** The raw environment variables, whose secrets must not appear in any log. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  /** The environment variables that configure models. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** Absolute paths that no tool may access. */
  readonly forbiddenFolders: readonly string[];
  readonly files: FileRules;
  /**
   * Set for a person at a terminal: runs also read the AGENTS.md files of the folders above the project and of the person's home folder.
   * Null for a server. Default: null.
   */
  readonly person?: { readonly home: string | null } | null;
  /** The operator's limits. Default: `DEFAULT_QUOTAS`. */
  readonly quotaLimits?: QuotaLimits;
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
  const vault = await openVault({ home: location.home, secret: location.secret });
  return createRuntime(
    { database: createDatabase(location.databaseUrl, { logger: options.logger }), vault },
    options,
  );
}

/** As `openRuntime`, over an open database and vault; `close` closes the database. */
export function createRuntime(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  options: RuntimeOptions,
): Runtime {
  const { logger, forbiddenFolders, files, clock = createSystemClock(), person = null } = options;
  const fromEnvironment = environmentSecrets(options.secretVariables);
  const secrets = {
    ...fromEnvironment,
    // Without GOALTRACE_SECRET the secret is in a file, which a tool may read.
    environment: [...fromEnvironment.environment, vault.rootSecret],
  };
  const ids = createSystemIds(clock);
  const tokenizer = createTokenizer();
  const transport = createHttpTransport();
  const tools = createToolSet(builtInTools());
  const environmentModels = modelsFromEnvironment(options.modelVariables);
  const resolveModel = createModelResolver({ clock, transport }, options.modelSources);
  const configuredModels = async (workspaceId: string): Promise<ConfiguredModels> => ({
    workspaceId,
    settings: await database.models.list({ workspaceId }),
    environment: environmentModels,
    vault,
  });
  const folderCheck = createFolderCheck(files.folders, database);
  const projectContext = projectContextSource(
    async (folder, touchedFolders) =>
      await readProjectContext(folder, {
        touchedFolders,
        ...{ ascend: person !== null, home: person?.home ?? null, forbiddenFolders },
        allowsUncommitted: files.allowsUncommittedInstructions,
      }),
  );
  return {
    database,
    stores: visibleStores(database),
    vault,
    getRedactor: createGetRedactor({ vault, secrets }, database.models),
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
    tools,
    folderCheck,
    quotas: createQuotas({
      store: database.quotas,
      callCounts: database.callCounts,
      operator: options.quotaLimits ?? DEFAULT_QUOTAS,
    }),
    ports: {
      traces: database.traces,
      blobs: database.blobs,
      signals: database.signals,
      environments: createRunEnvironments({
        configuredModels,
        resolveModel,
        secrets,
        tools,
        sources: [projectContext],
        forbiddenFolders,
        folderCheck,
        allowsProtectedWrites: files.allowsProtectedWrites,
      }),
      tokenizer,
      clock,
      ids,
      random: createSystemRandom(),
      hash: nodeHash,
      logger,
    },
    close: async () => await database.close(),
  };
}
