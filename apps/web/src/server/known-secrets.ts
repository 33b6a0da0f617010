import type { Redactor } from "@goaltrace/core";
import { createKeyRedactor } from "@goaltrace/core/system";
import { openModelKeys } from "@goaltrace/tools";
import type { KnownSecrets, Vault } from "@goaltrace/tools";
import type { ModelSettingStore } from "./stores.ts";

/** What masks the secrets that this server knows: the environment's and the keys a workspace has stored by now. */
export type RedactorOf = (workspaceId: string) => Promise<Redactor>;

/** Asks the settings anew each time, so that a key counts from the moment it is stored. */
export function createRedactorOf(known: {
  readonly models: Pick<ModelSettingStore, "list">;
  readonly vault: Vault;
  readonly secrets: KnownSecrets;
}): RedactorOf {
  return async (workspaceId) => {
    const redactor = createKeyRedactor(known.secrets);
    const settings = await known.models.list(workspaceId);
    redactor.learn("model-key", openModelKeys(known.vault, workspaceId, settings));
    return redactor;
  };
}
