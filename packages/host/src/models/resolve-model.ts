import type { ModelClient } from "@goaltrace/core";
import { createModelDirectory, type ModelSource } from "@goaltrace/core/model-directory";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import type { Clock, HttpTransport, ModelDirectory } from "@goaltrace/core/ports";
import { createScriptedClient, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemIds } from "@goaltrace/core/system";
import { SCRIPTED_PAUSE_MS } from "../tunables.ts";
import { createModelClient } from "./model-client.ts";
import { type ConfiguredModels, findConfiguration } from "./model-configuration.ts";

/** Returns the directory of the models a workspace has at the moment. */
export type ResolveModel = (models: ConfiguredModels) => ModelDirectory;

/**
 * Creates the model clients of a process: the scripted demo first, then `sources`, then configured models. A client is cached until its
 * configuration changes, because creating one costs more than a whole step of a run.
 */
export function createModelResolver(
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  sources: readonly ModelSource[] = [],
): ResolveModel {
  const { clock } = ports;
  const scripted = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: SCRIPTED_PAUSE_MS });
  const cache = new Map<string, { readonly from: string; readonly client: ModelClient }>();

  function cachedClient(key: string, configuration: ModelConfiguration): ModelClient {
    const from = JSON.stringify(configuration);
    const cached = cache.get(key);
    if (cached?.from === from) return cached.client;
    const client = createModelClient(configuration, ports);
    cache.set(key, { from, client });
    return client;
  }

  return (models) =>
    createModelDirectory([
      async (_, reference) => (reference === SCRIPTED_REFERENCE ? scripted : undefined),
      ...sources,
      async (workspaceId, reference) => {
        const key = `${workspaceId} ${reference}`;
        const configuration = findConfiguration(models, reference);
        if (configuration !== undefined) return cachedClient(key, configuration);
        cache.delete(key);
        return undefined;
      },
    ]);
}
