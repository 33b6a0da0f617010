import type { Redactor } from "@goaltrace/core/ports";
import { createKeyRedactor } from "@goaltrace/core/system";
import type { ModelSetting, ModelSettingStore } from "@goaltrace/db";
import { type KnownSecrets, openModelKeys, type Vault } from "@goaltrace/tools";

/** Returns the redactor of a workspace, which masks secrets of the environment and the workspace's currently stored keys. */
export type GetRedactor = (workspaceId: string) => Promise<Redactor>;

/** Reads the settings on every call, so that a key is masked as soon as it is stored. */
export function createGetRedactor(
  sources: { readonly vault: Vault; readonly secrets: KnownSecrets },
  models: Pick<ModelSettingStore, "list">,
): GetRedactor {
  return async (workspaceId) => createRedactor(sources, workspaceId, await models.list({ workspaceId }));
}

/** Returns a redactor for secrets of the environment and the keys of one workspace's models. */
export function createRedactor(
  { vault, secrets }: { readonly vault: Vault; readonly secrets: KnownSecrets },
  workspaceId: string,
  settings: readonly ModelSetting[],
): Redactor {
  const stored = openModelKeys(vault, workspaceId, settings);
  return createKeyRedactor({ ...secrets, "model-key": [...secrets["model-key"], ...stored] });
}
