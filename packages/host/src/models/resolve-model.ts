import type { Clock, HttpTransport, ModelClient, ModelDirectory } from "@goaltrace/core";
import { createModelDirectory, type ModelSource } from "@goaltrace/core/model-directory";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import { createScriptedClient, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import { createSystemIds } from "@goaltrace/core/system";
import { SCRIPTED_PAUSE_MS } from "../tunables.ts";
import { createModelClient } from "./model-client.ts";
import { type ConfiguredModels, findConfiguration } from "./model-configuration.ts";

/** Finds the client of a model among those that a workspace has at the moment. */
export type ResolveModel = (models: ConfiguredModels) => ModelDirectory;

/**
 * The clients of a process: the scripted demo, then `sources`, then configured models. A model keeps its client until its configuration
 * changes: making one costs more than a whole step of a run.
 */
export function createModelResolver(
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  sources: readonly ModelSource[] = [],
): ResolveModel {
  const { clock } = ports;
  const scripted = createScriptedClient({ clock, ids: createSystemIds(clock), pauseMs: SCRIPTED_PAUSE_MS });
  const kept = new Map<string, { readonly from: string; readonly client: ModelClient }>();

  function keptClient(key: string, configuration: ModelConfiguration): ModelClient {
    const from = JSON.stringify(configuration);
    const known = kept.get(key);
    if (known?.from === from) return known.client;
    const client = createModelClient(configuration, ports);
    kept.set(key, { from, client });
    return client;
  }

  return (models) =>
    createModelDirectory([
      async (_, reference) => (reference === SCRIPTED_REFERENCE ? scripted : undefined),
      ...sources,
      async (workspaceId, reference) => {
        const key = `${workspaceId} ${reference}`;
        const configuration = findConfiguration(models, reference);
        if (configuration !== undefined) return keptClient(key, configuration);
        kept.delete(key);
        return undefined;
      },
    ]);
}
