import { configureModel, type ModelConfiguration, OPENAI_URL } from "@goaltrace/core/openai";
import type { KeptWindow, ModelSetting } from "@goaltrace/db";
import { openModelKey, type Vault } from "@goaltrace/tools";

/** The models of one workspace: its stored models and those of the environment, which all workspaces share. */
export type ConfiguredModels = {
  readonly workspaceId: string;
  readonly settings: readonly ModelSetting[];
  readonly environment: readonly ModelConfiguration[];
  /** The windows that refusals taught. */
  readonly learnedWindows: readonly KeptWindow[];
  readonly vault: Vault;
};

/**
 * Returns everything needed to call the model with this reference; undefined when there is none. A stored model takes precedence over one
 * of the environment with the same reference. Errors: CONFIGURATION_INVALID for a stored key that can't be decrypted.
 */
export function findConfiguration(
  models: ConfiguredModels,
  reference: string,
): ModelConfiguration | undefined {
  const stored = models.settings.find((setting) => setting.reference === reference);
  if (stored !== undefined) return storedConfiguration(models.vault, models.workspaceId, stored);
  return models.environment.find((configuration) => configuration.profile.reference === reference);
}

/** Returns the configuration of a stored model. Its key is decrypted only for the base URL it was saved with. */
function storedConfiguration(vault: Vault, workspaceId: string, setting: ModelSetting): ModelConfiguration {
  const { id: _id, encryptedKey: _sealed, keyHint: _hint, provider: _provider, ...usable } = setting;
  const { model, baseUrl, label, reference, clearAbove, summariseAbove, maxCalls, ...tuning } = usable;
  const configuration = configureModel({
    model,
    baseUrl: baseUrl ?? OPENAI_URL,
    apiKey: openModelKey(vault, workspaceId, setting),
    label,
    reference,
    maxCalls,
  });
  const thresholds = {
    ...(clearAbove === null ? {} : { clearAbove }),
    ...(summariseAbove === null ? {} : { summariseAbove }),
  };
  return { ...configuration, profile: { ...configuration.profile, ...tuning, thresholds } };
}
