import type { ModelClient } from "@goaltrace/core";
import { createModelDirectory, type ModelSource } from "@goaltrace/core/model-directory";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import type { Clock, HttpTransport, LearnedWindow, Logger, ModelDirectory } from "@goaltrace/core/ports";
import { createScriptedClient, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemIds } from "@goaltrace/core/system";
import type { LearnedWindowStore, ModelEndpoint } from "@goaltrace/db";
import type { DemoPace } from "./demo-pace.ts";
import { createFairReading, fairTransport } from "./fair-reading.ts";
import { createEndpointQueue, type EndpointQueue } from "./endpoint-queue.ts";
import { findLearnedWindow, modelEndpoint } from "./learned-windows.ts";
import { createModelClient } from "./model-client.ts";
import { type ConfiguredModels, findConfiguration } from "./model-configuration.ts";

/** The names under which a model's client and the queue of its endpoint are kept. */
type ClientKeys = { readonly workspaceId: string; readonly client: string; readonly endpoint: string };

type ResolverPorts = {
  readonly clock: Clock;
  readonly transport: HttpTransport;
  readonly learnedWindows: Pick<LearnedWindowStore, "keep">;
  readonly logger: Pick<Logger, "warn">;
  /** @default it does not pause */
  readonly demoPace?: DemoPace;
  /** The share of its time that the process may spend on reading answers while other work waits. @default all of it */
  readonly freeShare?: () => number;
};

/** Returns the directory of the models a workspace has at the moment. */
export type ResolveModel = (models: ConfiguredModels) => ModelDirectory;

/**
 * Creates the model clients of a process: the scripted demo first, then `sources`, then configured models. A client is cached until its
 * configuration changes, because creating one costs more than a whole step of a run. Calls of a model with a limit wait in a queue.
 */
export function createModelResolver(
  ports: ResolverPorts,
  sources: readonly ModelSource[] = [],
): ResolveModel {
  const { clock, transport, demoPace = { pauseMs: 0, stageMs: 0 }, freeShare = () => 1 } = ports;
  const reading = createFairReading(clock, freeShare);
  const scripted = createScriptedClient({ clock, ids: createSystemIds(clock), ...demoPace });
  const queues = new Map<string, EndpointQueue>();
  const cache = new Map<string, { readonly from: string; readonly client: ModelClient }>();

  /** The queue outlives changes of the model's settings, because calls may be waiting in it. */
  function queueOf(key: string, label: string, limit: number): EndpointQueue {
    const queue = queues.get(key) ?? createEndpointQueue({ label, limit, clock });
    queues.set(key, queue);
    queue.setLimit(limit);
    return queue;
  }

  /** A run that can't keep what it learned continues, and the next one learns it again. */
  async function keepWindow(workspaceId: string, window: LearnedWindow & ModelEndpoint): Promise<void> {
    await ports.learnedWindows.keep(workspaceId, window).catch((thrown: unknown) => {
      const fields = { model: window.reference, error: String(thrown) };
      ports.logger.warn("learned context window was not kept", fields);
    });
  }

  function cachedClient(keys: ClientKeys, configuration: ModelConfiguration): ModelClient {
    const from = JSON.stringify(configuration);
    const cached = cache.get(keys.client);
    if (cached?.from === from) return cached.client;
    const { maxCalls = null, profile } = configuration;
    const unlimited: ModelClient = {
      ...createModelClient(configuration, {
        clock,
        transport: fairTransport({ transport, clock, reading }, keys.workspaceId),
      }),
      keepWindow: async (learned) => {
        await keepWindow(keys.workspaceId, { ...learned, ...modelEndpoint(windowSettings(configuration)) });
      },
    };
    // Calls that began without a limit are not in the queue, which bounds those that begin from now on.
    const queue = queueOf(keys.endpoint, profile.reference, maxCalls ?? Infinity);
    const client = maxCalls === null ? unlimited : { ...unlimited, enter: queue.enter };
    cache.set(keys.client, { from, client });
    return client;
  }

  return (models) =>
    createModelDirectory([
      async (_, reference) => (reference === SCRIPTED_REFERENCE ? scripted : undefined),
      ...sources,
      async (workspaceId, reference) => {
        const key = `${workspaceId} ${reference}`;
        reading.note(workspaceId);
        const configuration = findConfiguration(models, reference);
        if (configuration !== undefined) {
          // The workspaces share the models of the environment, and so their limit.
          const isShared = models.environment.includes(configuration);
          return cachedClient(
            { workspaceId, client: key, endpoint: isShared ? `shared ${reference}` : key },
            withLearnedWindow(models, configuration),
          );
        }
        cache.delete(key);
        return undefined;
      },
    ]);
}

function withLearnedWindow(
  { learnedWindows }: ConfiguredModels,
  configuration: ModelConfiguration,
): ModelConfiguration {
  const learned = findLearnedWindow(learnedWindows, windowSettings(configuration));
  if (learned === null) return configuration;
  return { ...configuration, profile: { ...configuration.profile, learnedWindow: learned.contextWindow } };
}

function windowSettings({ profile, baseUrl }: ModelConfiguration): Parameters<typeof modelEndpoint>[0] {
  const { reference, wireName, contextWindow } = profile;
  return { reference, baseUrl, model: wireName, contextWindow };
}
