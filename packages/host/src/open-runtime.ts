import {
  type Clock,
  createToolSet,
  type HttpTransport,
  type Ids,
  type Logger,
  type ModelDirectory,
  projectContextSource,
  type RunPorts,
  type Tokenizer,
  type ToolSet,
} from "@goaltrace/core";
import type { ModelSource } from "@goaltrace/core/model-directory";
import { type ModelConfiguration, modelsFromEnvironment } from "@goaltrace/core/openai";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
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
import type { ConfiguredModels } from "./models/model-configuration.ts";
import { createModelResolver } from "./models/resolve-model.ts";
import { createRedactorOf, type RedactorOf } from "./redaction/redactor-of.ts";
import { createRunEnvironments } from "./run-environments.ts";
import { visibleStores, type VisibleStores } from "./visible-stores.ts";

/** The parts that every process of the product shares: web, worker, command line, seed. */
export type Runtime = {
  readonly database: Database;
  /** The database as a person's request sees it. */
  readonly stores: VisibleStores;
  readonly vault: Vault;
  /** Masks secrets in everything that people write and the server stores. */
  readonly redactorOf: RedactorOf;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokenizer: Tokenizer;
  readonly logger: Logger;
  readonly transport: HttpTransport;
  /** Models that the environment names, best first. */
  readonly environmentModels: readonly ModelConfiguration[];
  readonly configuredModels: (workspaceId: string) => Promise<ConfiguredModels>;
  /** Clients of the models that a workspace has now. */
  readonly models: ModelDirectory;
  /** Every tool that a run can have. */
  readonly tools: ToolSet;
  /** For whoever executes runs. */
  readonly ports: RunPorts;
  close(): Promise<void>;
};

export type RuntimeOptions = {
  readonly logger: Logger;
  /** Environment variables as they are: no log may hold the secrets in them. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  /** Environment variables that name models. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** Absolute paths that no tool may touch. */
  readonly forbiddenFolders: readonly string[];
  /**
   * A person at a terminal also gets the AGENTS.md of the folders above the project and of their home folder; null for a server. Default
   * null.
   */
  readonly person?: { readonly home: string | null } | null;
  /** Default: the time of this machine. */
  readonly clock?: Clock;
  /** Asked for a model before the configured ones. Default: none. */
  readonly modelSources?: readonly ModelSource[];
};

/** Where the database is, and the folder of the server's state with the secret that opens the vault. */
export type RuntimePlace = {
  readonly databaseUrl: string;
  readonly home: string;
  readonly secret: string | null;
};

/** Opens vault and stores and joins core's ports to them. Connects when first needed, so it succeeds while the database is away. */
export async function openRuntime(place: RuntimePlace, options: RuntimeOptions): Promise<Runtime> {
  const vault = await openVault({ home: place.home, secret: place.secret });
  return createRuntime({ database: createDatabase(place.databaseUrl), vault }, options);
}

/** As `openRuntime`, over a database and a vault that are open already; `close` closes the database. */
export function createRuntime(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  options: RuntimeOptions,
): Runtime {
  const { logger, forbiddenFolders, clock = createSystemClock(), person = null } = options;
  const secrets = environmentSecrets(options.secretVariables);
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
  const projectContext = projectContextSource(
    async (folder) =>
      await readProjectContext(folder, { ascend: person !== null, home: person?.home ?? null }),
  );
  return {
    database,
    stores: visibleStores(database),
    vault,
    redactorOf: createRedactorOf({ vault, secrets }, database.models),
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
