import { GoaltraceError, type Ids, windowBudget } from "@goaltrace/core";
import type { ModelSetting, ModelSettingStore } from "@goaltrace/db";
import { modelKeyContext, type Vault } from "@goaltrace/tools";
import { keyHintOf } from "./model-catalog.ts";
import type { ModelInput } from "./settings-schema.ts";

export type ModelPorts = {
  readonly models: Pick<ModelSettingStore, "list" | "save">;
  readonly vault: Vault;
  readonly ids: Ids;
};

/**
 * Stores a model of a workspace. A stored key is kept only while the base URL stays what it was entered for; `keyDropped` reports that it
 * had to be removed. Errors: CONFLICT when another model of the workspace has the same reference, INVALID_INPUT for an address no
 * model can have and for thresholds that its window can't hold.
 */
export async function saveModel(
  { models, vault, ids }: ModelPorts,
  workspaceId: string,
  input: ModelInput,
): Promise<{ readonly setting: ModelSetting; readonly keyDropped: boolean }> {
  checkThresholds(input);
  const { key, id = ids.next(), ...entered } = input;
  const baseUrl = entered.baseUrl === null ? null : checkedBaseUrl(entered.baseUrl);
  const existing = await models.list({ workspaceId });
  const before = existing.find((row) => row.id === id);
  const reference = `${entered.provider}/${entered.model}`;
  if (existing.some((row) => row.reference === reference && row.id !== id)) throw alreadyExists(reference);
  const kept = key === undefined && before?.baseUrl === baseUrl ? before : undefined;
  const sealed =
    key === undefined || key === ""
      ? { encryptedKey: null, keyHint: null }
      : {
          encryptedKey: vault.seal(key, modelKeyContext({ workspaceId, modelId: id, baseUrl })),
          keyHint: keyHintOf(key),
        };
  const { encryptedKey, keyHint } = kept ?? sealed;
  const setting: ModelSetting = { ...entered, id, reference, baseUrl, encryptedKey, keyHint };
  await models.save({ workspaceId }, setting);
  const keyDropped = kept === undefined && key === undefined && before?.encryptedKey != null;
  return { setting, keyDropped };
}

/** A threshold beyond what the others leave would never be reached, or would be reached at each step. */
function checkThresholds({ contextWindow, clearAbove, summariseAbove }: ModelInput): void {
  const shares = windowBudget(contextWindow);
  const limit = summariseAbove ?? shares.summariseAbove;
  if (limit > shares.usable)
    throw badThreshold(
      `Summarising above ${limit} tokens is too late: of this window ${shares.usable} can be used.`,
    );
  if (clearAbove !== null && clearAbove > limit)
    throw badThreshold(
      `Clearing above ${clearAbove} tokens is too late: at ${limit} the history is summarised.`,
    );
}

function badThreshold(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter fewer tokens, or leave the field empty for a share of the window.",
  });
}

/** Metadata services of cloud machines: none of them answers Chat Completions. */
const NEVER_A_MODEL = /^(169\.254\.|\[fe80:|\[::ffff:a9fe:|metadata\.google\.internal$|100\.100\.100\.200$)/i;

function checkedBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw badAddress("The address must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "")
    throw badAddress("The address must not hold a name or password.");
  if (NEVER_A_MODEL.test(url.hostname)) throw badAddress("No model answers at this address.");
  return text.replace(/\/+$/, "");
}

function badAddress(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter the base URL as the provider gives it, such as https://api.deepseek.com.",
  });
}

function alreadyExists(reference: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `A model ${reference} is in the list already.`,
    fix: "Edit that one, or give this one another provider or model name.",
  });
}
