import type { Redactor } from "@goaltrace/core";
import { createKeyRedactor } from "@goaltrace/core/system";
import type { ModelSetting, ModelSettingStore } from "@goaltrace/db";
import { type KnownSecrets, openModelKeys, type Vault } from "@goaltrace/tools";

/** The redactor of a workspace: masks secrets of the environment and the keys that the workspace has stored by now. */
export type RedactorOf = (workspaceId: string) => Promise<Redactor>;

/** Reads the settings at each call, so that a key counts from the moment it is stored. */
export function createRedactorOf(
  known: { readonly vault: Vault; readonly secrets: KnownSecrets },
  models: Pick<ModelSettingStore, "list">,
): RedactorOf {
  return async (workspaceId) => redactorFor(known, workspaceId, await models.list({ workspaceId }));
}

/** Masks secrets of the environment and the keys of these models of a workspace, and no other workspace's. */
export function redactorFor(
  { vault, secrets }: { readonly vault: Vault; readonly secrets: KnownSecrets },
  workspaceId: string,
  settings: readonly ModelSetting[],
): Redactor {
  const stored = openModelKeys(vault, workspaceId, settings);
  return createKeyRedactor({ ...secrets, "model-key": [...secrets["model-key"], ...stored] });
}
