import type { Clock } from "@goaltrace/core";
import type { ModelSource } from "@goaltrace/core/model-directory";
import { configureModel, OPENAI_URL } from "@goaltrace/core/openai";
import type { Database } from "@goaltrace/db";
import { openModelKey, openModelKeys, type Vault } from "@goaltrace/tools";
import { clientOf } from "./model-client.ts";

/** Models from the settings pages. A key is opened for the base URL it was saved with and for no other. */
export type StoredModels = {
  readonly source: ModelSource;
  /** The keys of all models of a workspace, whether its runs use them or not; those that can't be opened are left out. */
  keys(workspaceId: string): Promise<readonly string[]>;
};

/** Reads settings anew each time, so that a change counts from the next run on. */
export function storedModels({
  database,
  vault,
  clock,
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): StoredModels {
  return {
    async source(workspaceId, reference) {
      const setting = await database.models.find({ workspaceId }, reference);
      if (setting === undefined) return undefined;
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
      return clientOf({ ...configuration, profile }, clock);
    },
    async keys(workspaceId) {
      return openModelKeys(vault, workspaceId, await database.models.list({ workspaceId }));
    },
  };
}
