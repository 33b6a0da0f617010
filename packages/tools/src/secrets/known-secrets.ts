import { modelKeyContext, type Vault } from "./vault.ts";

/** Secrets by kind, as `createKeyRedactor` expects them. */
export type KnownSecrets = {
  readonly "model-key": readonly string[];
  readonly environment: readonly string[];
};

const MODEL_KEYS = ["OPENAI_API_KEY", "DEEPSEEK_API_KEY"];
const OTHERS = [
  ...["GOALTRACE_SECRET", "GOALTRACE_METRICS_TOKEN", "GOALTRACE_ADMIN_PASSWORD", "GOALTRACE_SEARCH_KEY"],
];

/** Returns the secrets in the environment variables, whether or not they are in use, so that no log contains them. */
export function environmentSecrets(variables: Readonly<Record<string, string | undefined>>): KnownSecrets {
  const nonEmptyValues = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const value = variables[name]?.trim() ?? "";
      return value === "" ? [] : [value];
    });
  return {
    "model-key": nonEmptyValues(MODEL_KEYS),
    environment: [...nonEmptyValues(OTHERS), ...passwordsIn(variables["DATABASE_URL"] ?? "")],
  };
}

/** Returns the password in a URL, percent-encoded and decoded. */
function passwordsIn(address: string): readonly string[] {
  const encoded = URL.parse(address)?.password ?? "";
  if (encoded === "") return [];
  try {
    return [...new Set([encoded, decodeURIComponent(encoded)])];
  } catch {
    return [encoded];
  }
}

/** The fields of a stored model that are needed to open its key. */
export type KeyedModel = {
  readonly id: string;
  readonly baseUrl: string | null;
  readonly encryptedKey: Uint8Array | null;
};

/** Returns the key of a stored model; empty when it has none. Throws CONFIGURATION_INVALID as `Vault.open`. */
export function openModelKey(vault: Vault, workspaceId: string, model: KeyedModel): string {
  if (model.encryptedKey === null) return "";
  const context = modelKeyContext({ workspaceId, modelId: model.id, baseUrl: model.baseUrl });
  return vault.open(model.encryptedKey, context);
}

/**
 * Returns the keys of all stored models of a workspace for masking, whether or not they are in use. Keys that cannot be opened (sealed with
 * another secret or for another base URL) are skipped; using such a model reports the reason.
 */
export function openModelKeys(
  vault: Vault,
  workspaceId: string,
  models: readonly KeyedModel[],
): readonly string[] {
  return models.flatMap((model) => {
    try {
      const key = openModelKey(vault, workspaceId, model);
      return key === "" ? [] : [key];
    } catch {
      return [];
    }
  });
}
