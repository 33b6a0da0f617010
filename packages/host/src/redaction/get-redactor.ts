import type { Redactor } from "@goaltrace/core/ports";
import { createKeyRedactor } from "@goaltrace/core/system";
import type { ModelSetting, ModelSettingStore, SecretStore, StoredSecret } from "@goaltrace/db";
import { type KnownSecrets, openModelKeys, type Vault } from "@goaltrace/tools";
import { knownSecretValues } from "../secrets/open-secrets.ts";

/** Returns the redactor of a workspace, which masks secrets of the environment and the workspace's currently stored keys and secrets. */
export type GetRedactor = (workspaceId: string) => Promise<Redactor>;

/** The stored keys and secrets of a workspace. */
export type WorkspaceSecrets = {
  readonly workspaceId: string;
  readonly settings: readonly ModelSetting[];
  readonly secrets: readonly StoredSecret[];
};

/** Reads the settings on every call, so that a key is masked as soon as it is stored. */
export function createGetRedactor(
  sources: { readonly vault: Vault; readonly secrets: KnownSecrets },
  stores: {
    readonly models: Pick<ModelSettingStore, "list">;
    readonly secrets: Pick<SecretStore, "list">;
  },
): GetRedactor {
  return async (workspaceId) => {
    const [settings, secrets] = await Promise.all([
      stores.models.list({ workspaceId }),
      stores.secrets.list({ workspaceId }),
    ]);
    return createRedactor(sources, { workspaceId, settings, secrets });
  };
}

/** Returns a redactor for secrets of the environment, the keys of one workspace's models, and its secrets. */
function createRedactor(
  { vault, secrets: known }: { readonly vault: Vault; readonly secrets: KnownSecrets },
  { workspaceId, settings, secrets }: WorkspaceSecrets,
): Redactor {
  const stored = openModelKeys(vault, workspaceId, settings);
  return createKeyRedactor(
    { ...known, "model-key": [...known["model-key"], ...stored] },
    knownSecretValues(vault, workspaceId, secrets),
  );
}

/** A redactor that learns the secrets of its workspace again while a run executes. */
export type LearningRedactor = {
  readonly redactor: Redactor;
  /** Masks these secrets from now on, besides all earlier ones. */
  learn(secrets: readonly StoredSecret[]): void;
};

/** Creates the redactor of a run. It forgets nothing that it knew, because the run may have it in view. */
export function createLearningRedactor(
  sources: { readonly vault: Vault; readonly secrets: KnownSecrets },
  start: WorkspaceSecrets,
): LearningRedactor {
  const known = new Map<string, StoredSecret>();
  const keyOf = ({ name, version, createdAt }: StoredSecret): string => `${name} ${version} ${createdAt}`;
  const build = (secrets: readonly StoredSecret[]): Redactor => {
    for (const secret of secrets) known.set(keyOf(secret), secret);
    return createRedactor(sources, { ...start, secrets: [...known.values()] });
  };
  let current = build(start.secrets);
  return {
    redactor: {
      redact: (text) => current.redact(text),
      pendingSuffixLength: (text) => current.pendingSuffixLength(text),
    },
    learn: (secrets) => {
      if (secrets.some((secret) => !known.has(keyOf(secret)))) current = build(secrets);
    },
  };
}
