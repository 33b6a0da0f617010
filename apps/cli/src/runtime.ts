import path from "node:path";
import {
  createToolSet,
  projectContextSource,
  type Clock,
  type Logger,
  type ModelDirectory,
  type Redactor,
  type RunPorts,
} from "@goaltrace/core";
import { createModelDirectory, type ModelSource } from "@goaltrace/core/model-directory";
import { modelsFromEnvironment, type ModelConfiguration } from "@goaltrace/core/openai";
import { createScriptedClient, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import {
  createKeyRedactor,
  createSystemClock,
  createSystemIds,
  createSystemRandom,
} from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createDatabase, type Database } from "@goaltrace/db";
import { builtInTools, nodeHash, openVault, readProjectContext } from "@goaltrace/tools";
import pino from "pino";
import { CHECKOUT, type Environment } from "./env.ts";
import { clientOf } from "./model-client.ts";
import { storedModels } from "./stored-models.ts";
import { SCRIPTED_PAUSE_MS } from "./tunables.ts";

/** The composition root of the command line: core's ports joined to database, tools and models. */
export type Runtime = {
  readonly database: Database;
  readonly ports: RunPorts;
  readonly models: ModelDirectory;
  readonly redactor: Redactor;
  readonly environmentModels: readonly ModelConfiguration[];
  close(): Promise<void>;
};

/** Opens the stores and wires the ports. `ascend` reads AGENTS.md of the folders above too, which is for a person at a terminal. */
export async function openRuntime(
  environment: Environment,
  options: { readonly databaseUrl: string; readonly ascend: boolean },
): Promise<Runtime> {
  const database = createDatabase(options.databaseUrl);
  const vault = await openVault({ home: environment.home, secret: environment.secret });
  const clock = createSystemClock();
  const ids = createSystemIds(clock);
  const environmentModels = modelsFromEnvironment(environment.modelVariables);
  const redactor = createKeyRedactor(environment.secrets);
  const stored = storedModels({ settings: database.models, vault, clock });
  const directory = createModelDirectory([
    scriptedSource(clock),
    environmentSource(environmentModels, clock),
    stored.source,
  ]);
  const models: ModelDirectory = {
    resolve: async (workspaceId, reference) => {
      redactor.learn("model-key", await stored.keys(workspaceId));
      return await directory.resolve(workspaceId, reference);
    },
  };
  const tools = createToolSet(builtInTools());
  const projectContext = projectContextSource(
    async (folder) =>
      await readProjectContext(folder, { ascend: options.ascend, home: environment.personHome }),
  );
  const ports: RunPorts = {
    traces: database.traces,
    blobs: database.blobs,
    signals: database.signals,
    environments: {
      openRun: async (trace) => {
        // Whatever the run writes passes a redactor that knows the keys of its workspace.
        redactor.learn("model-key", await stored.keys(trace.workspaceId));
        return {
          tools,
          permission: { decide: async () => await Promise.resolve({ effect: "allow" }) },
          redactor,
          models,
          sources: [projectContext],
          forbiddenFolders: [environment.home, path.join(CHECKOUT, ".data")],
          close: async () => await Promise.resolve(),
        };
      },
    },
    tokenizer: createTokenizer(),
    clock,
    ids,
    random: createSystemRandom(),
    hash: nodeHash,
    logger: createLogger(),
  };
  return { database, ports, models, redactor, environmentModels, close: async () => await database.close() };
}

function scriptedSource(clock: Clock): ModelSource {
  const client = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: SCRIPTED_PAUSE_MS });
  return async (_, reference) => await Promise.resolve(reference === SCRIPTED_REFERENCE ? client : undefined);
}

function environmentSource(configurations: readonly ModelConfiguration[], clock: Clock): ModelSource {
  const clients = new Map(
    configurations.map((configuration) => [configuration.profile.reference, clientOf(configuration, clock)]),
  );
  return async (_, reference) => await Promise.resolve(clients.get(reference));
}

function createLogger(): Logger {
  const log = pino({ level: "info" }, pino.destination(2));
  return {
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
    error: (message, fields) => log.error(fields ?? {}, message),
  };
}
