import type { ModelClient } from "@goaltrace/core";
import { createModelDirectory, type ModelSource } from "@goaltrace/core/model-directory";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import type { Clock, HttpTransport, ModelDirectory } from "@goaltrace/core/ports";
import { createScriptedClient, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemIds } from "@goaltrace/core/system";
import { SCRIPTED_PAUSE_MS } from "../tunables.ts";
import { createEndpointQueue, type EndpointQueue } from "./endpoint-queue.ts";
import { createModelClient } from "./model-client.ts";
import { type ConfiguredModels, findConfiguration } from "./model-configuration.ts";

/** The names under which a model's client and the queue of its endpoint are kept. */
type ClientKeys = { readonly client: string; readonly endpoint: string };

/** Returns the directory of the models a workspace has at the moment. */
export type ResolveModel = (models: ConfiguredModels) => ModelDirectory;

/**
 * Creates the model clients of a process: the scripted demo first, then `sources`, then configured models. A client is cached until its
 * configuration changes, because creating one costs more than a whole step of a run. Calls of a model with a limit wait in a queue.
 */
export function createModelResolver(
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  sources: readonly ModelSource[] = [],
): ResolveModel {
  const { clock } = ports;
  const scripted = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: SCRIPTED_PAUSE_MS });
  const queues = new Map<string, EndpointQueue>();
  const cache = new Map<string, { readonly from: string; readonly client: ModelClient }>();

  /** The queue outlives changes of the model's settings, because calls may be waiting in it. */
  function queueOf(key: string, label: string, limit: number): EndpointQueue {
    const queue = queues.get(key) ?? createEndpointQueue({ label, limit, clock });
    queues.set(key, queue);
    queue.setLimit(limit);
    return queue;
  }

  function cachedClient(keys: ClientKeys, configuration: ModelConfiguration): ModelClient {
    const from = JSON.stringify(configuration);
    const cached = cache.get(keys.client);
    if (cached?.from === from) return cached.client;
    const { maxCalls = null, profile } = configuration;
    const unlimited = createModelClient(configuration, ports);
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
        const configuration = findConfiguration(models, reference);
        if (configuration !== undefined) {
          // The workspaces share the models of the environment, and so their limit.
          const isShared = models.environment.includes(configuration);
          return cachedClient(
            { client: key, endpoint: isShared ? `shared ${reference}` : key },
            configuration,
          );
        }
        cache.delete(key);
        return undefined;
      },
    ]);
}
