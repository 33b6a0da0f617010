import path from "node:path";
import { type Clock, type Logger, type ModelClient, type RunPorts, type Redactor } from "@goaltrace/core";
import { createModelDirectory, type ModelSource } from "@goaltrace/core/model-directory";
import {
  configureModel,
  createOpenAiClient,
  modelsFromEnvironment,
  OPENAI_URL,
  type ModelConfiguration,
} from "@goaltrace/core/openai";
import { createScriptedClient, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemClock, createSystemIds, createSystemRandom } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { createDatabase, type Database } from "@goaltrace/db";
import {
  builtInTools,
  createToolSet,
  modelKeyContext,
  nodeHash,
  openVault,
  readProjectContext,
  type Vault,
} from "@goaltrace/tools";
import pino from "pino";
import { CHECKOUT, type Environment } from "./env.ts";
import { FIRST_BYTE_MS, SCRIPTED_PAUSE_MS, STREAM_IDLE_MS } from "./tunables.ts";

/** The composition root of the command line: core's ports joined to database, tools and models. */
export type Runtime = {
  readonly database: Database;
  readonly ports: RunPorts;
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
  const ports: RunPorts = {
    traces: database.traces,
    blobs: database.blobs,
    signals: database.signals,
    models: createModelDirectory([
      scriptedSource(clock),
      environmentSource(environmentModels, clock),
      storedSource({ database, vault, clock }),
    ]),
    tools: createToolSet(builtInTools(), { allowed: "all" }),
    permission: { decide: async () => await Promise.resolve({ effect: "allow" }) },
    redactor: maskSecrets(environmentModels.map((model) => model.apiKey)),
    tokenizer: createTokenizer(),
    clock,
    ids,
    random: createSystemRandom(),
    hash: nodeHash,
    logger: createLogger(),
    readProjectContext: async (folder) =>
      await readProjectContext(folder, { ascend: options.ascend, home: environment.personHome }),
    forbiddenFolders: [environment.home, path.join(CHECKOUT, ".data")],
  };
  return { database, ports, environmentModels, close: async () => await database.close() };
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

/** Models from the settings pages. The key is opened for the base URL it was saved with and for no other. */
function storedSource({
  database,
  vault,
  clock,
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): ModelSource {
  return async (workspaceId, reference) => {
    const setting = await database.models.find({ workspaceId }, reference);
    if (setting === undefined) return undefined;
    const context = modelKeyContext({ workspaceId, modelId: setting.id, baseUrl: setting.baseUrl });
    const apiKey = setting.encryptedKey === null ? "" : vault.open(setting.encryptedKey, context);
    const configuration = configureModel({
      model: setting.model,
      baseUrl: setting.baseUrl ?? OPENAI_URL,
      apiKey,
      label: setting.label,
      reference,
    });
    const { inputPrice, cachedInputPrice, outputPrice } = setting;
    const price =
      inputPrice === null || outputPrice === null
        ? null
        : { input: inputPrice, cachedInput: cachedInputPrice ?? inputPrice, output: outputPrice };
    return clientOf(
      {
        ...configuration,
        profile: { ...configuration.profile, contextWindow: setting.contextWindow, price },
      },
      clock,
    );
  };
}

function clientOf({ profile, baseUrl, apiKey }: ModelConfiguration, clock: Clock): ModelClient {
  return createOpenAiClient({
    profile,
    baseUrl,
    apiKey,
    clock,
    firstByteMs: FIRST_BYTE_MS,
    idleMs: STREAM_IDLE_MS,
  });
}

/** Masks keys this process was given, wherever they turn up. Short values are left: they would mask ordinary words. */
function maskSecrets(secrets: readonly string[]): Redactor {
  const long = [...new Set(secrets.filter((secret) => secret.length >= 12))];
  return {
    redact: (text) =>
      long.reduce(
        (masked, secret, index) => masked.replaceAll(secret, `[redacted:model-key#${index + 1}]`),
        text,
      ),
  };
}

function createLogger(): Logger {
  const log = pino({ level: "info" }, pino.destination(2));
  return {
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
    error: (message, fields) => log.error(fields ?? {}, message),
  };
}
