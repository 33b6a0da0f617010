import { modelKeyContext, type Vault } from "./vault.ts";

/** Secrets by kind, as `createKeyRedactor` takes them. */
export type KnownSecrets = {
  readonly "model-key": readonly string[];
  readonly environment: readonly string[];
};

const MODEL_KEYS = ["OPENAI_API_KEY", "DEEPSEEK_API_KEY"];
const OTHERS = ["GOALTRACE_SECRET", "GOALTRACE_METRICS_TOKEN", "GOALTRACE_ADMIN_PASSWORD"];

/** What the server was told from outside and nobody may read in a log, whether it is in use or not. */
export function environmentSecrets(variables: Readonly<Record<string, string | undefined>>): KnownSecrets {
  const given = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const value = variables[name]?.trim() ?? "";
      return value === "" ? [] : [value];
    });
  return {
    "model-key": given(MODEL_KEYS),
    environment: [...given(OTHERS), ...passwordsIn(variables["DATABASE_URL"] ?? "")],
  };
}

/** The password of an address, as it stands there and as it is typed. */
function passwordsIn(address: string): readonly string[] {
  const written = URL.parse(address)?.password ?? "";
  if (written === "") return [];
  try {
    return [...new Set([written, decodeURIComponent(written)])];
  } catch {
    return [written];
  }
}

/** A stored model, as far as its key goes. */
export type KeyedModel = {
  readonly id: string;
  readonly baseUrl: string | null;
  readonly encryptedKey: Uint8Array | null;
};

/** The key of a stored model, empty when it has none. Throws CONFIGURATION_INVALID as `Vault.open` does. */
export function openModelKey(vault: Vault, workspaceId: string, model: KeyedModel): string {
  if (model.encryptedKey === null) return "";
  const context = modelKeyContext({ workspaceId, modelId: model.id, baseUrl: model.baseUrl });
  return vault.open(model.encryptedKey, context);
}

/**
 * The keys of all stored models of a workspace, whether its runs use them or not, for masking. Those that can't be opened (sealed with
 * another secret, or for another base URL) are left out: whoever uses that model is told why.
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
