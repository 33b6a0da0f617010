import type { Clock, ModelClient } from "@goaltrace/core";
import type { ModelSource } from "@goaltrace/core/model-directory";
import { configureModel, type ModelConfiguration, OPENAI_URL } from "@goaltrace/core/openai";
import type { ModelSettingStore } from "@goaltrace/db";
import { openModelKey, openModelKeys, type Vault } from "@goaltrace/tools";
import { clientOf } from "./model-client.ts";

/** Models from the settings pages. A key is opened for the base URL it was saved with and for no other. */
export type StoredModels = {
  readonly source: ModelSource;
  /** The keys of all models of a workspace, whether its runs use them or not; those that can't be opened are left out. */
  keys(workspaceId: string): Promise<readonly string[]>;
};

/** Reads settings anew each time, so that a change counts from the next run on. A model whose settings stay keeps its client. */
export function storedModels({
  settings,
  vault,
  clock,
}: {
  readonly settings: Pick<ModelSettingStore, "find" | "list">;
  readonly vault: Vault;
  readonly clock: Clock;
}): StoredModels {
  /** The last client of each model with what it was made from. Making one costs more than a whole step of a run. */
  const made = new Map<string, { readonly from: string; readonly client: ModelClient }>();

  function keptClient(place: string, configuration: ModelConfiguration): ModelClient {
    const from = JSON.stringify(configuration);
    const known = made.get(place);
    if (known?.from === from) return known.client;
    const client = clientOf(configuration, clock);
    made.set(place, { from, client });
    return client;
  }

  return {
    async source(workspaceId, reference) {
      const setting = await settings.find({ workspaceId }, reference);
      const place = `${workspaceId} ${reference}`;
      if (setting === undefined) {
        made.delete(place);
        return undefined;
      }
      const configuration = configureModel({
        model: setting.model,
        baseUrl: setting.baseUrl ?? OPENAI_URL,
        apiKey: openModelKey(vault, workspaceId, setting),
        label: setting.label,
        reference,
      });
      const { inputPrice, cachedInputPrice, outputPrice } = setting;
      const price =
        inputPrice === null || outputPrice === null
          ? null
          : { input: inputPrice, cachedInput: cachedInputPrice ?? inputPrice, output: outputPrice };
      const thresholds = {
        ...(setting.clearAbove === null ? {} : { clearAbove: setting.clearAbove }),
        ...(setting.summariseAbove === null ? {} : { summariseAbove: setting.summariseAbove }),
      };
      const { contextWindow } = setting;
      const profile = { ...configuration.profile, contextWindow, thresholds, price };
      return keptClient(place, { ...configuration, profile });
    },
    async keys(workspaceId) {
      return openModelKeys(vault, workspaceId, await settings.list({ workspaceId }));
    },
  };
}
