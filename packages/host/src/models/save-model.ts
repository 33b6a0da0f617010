import { GoaltraceError } from "@goaltrace/core";
import { windowBudget } from "@goaltrace/core/compaction";
import type { Ids } from "@goaltrace/core/ports";
import type { LearnedWindowStore, ModelSetting, ModelSettingStore } from "@goaltrace/db";
import { isMetadataHost, modelKeyContext, type Vault } from "@goaltrace/tools";
import { modelEndpoint } from "./learned-windows.ts";
import { toKeyHint } from "./model-catalog.ts";
import type { ModelInput } from "./settings-schema.ts";

export type ModelPorts = {
  readonly models: Pick<ModelSettingStore, "list" | "save">;
  readonly learnedWindows: Pick<LearnedWindowStore, "forget">;
  readonly vault: Vault;
  readonly ids: Ids;
};

/**
 * Stores a model of a workspace. A stored key is kept only while the base URL stays the same; `keyDropped` reports that it was removed. A window
 * that a refusal taught is kept only while address, model and window stay the same.
 * Errors: CONFLICT when another model of the workspace has the same reference; INVALID_INPUT for an address that cannot be a model and for
 * thresholds that exceed the window.
 */
export async function saveModel(
  { models, learnedWindows, vault, ids }: ModelPorts,
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
  const keptKey = key === undefined && before?.baseUrl === baseUrl ? before : undefined;
  const sealed =
    key === undefined || key === ""
      ? { encryptedKey: null, keyHint: null }
      : {
          encryptedKey: vault.seal(key, modelKeyContext({ workspaceId, modelId: id, baseUrl })),
          keyHint: toKeyHint(key),
        };
  const { encryptedKey, keyHint } = keptKey ?? sealed;
  const setting: ModelSetting = { ...entered, id, reference, baseUrl, encryptedKey, keyHint };
  await models.save({ workspaceId }, setting);
  if (before !== undefined && before.reference !== reference)
    await learnedWindows.forget(workspaceId, before.reference);
  await learnedWindows.forget(workspaceId, reference, modelEndpoint(setting).endpoint);
  const keyDropped = keptKey === undefined && key === undefined && before?.encryptedKey != null;
  return { setting, keyDropped };
}

/** Rejects a threshold that would never be reached, or would be exceeded at every step. */
function checkThresholds({ contextWindow, clearAbove, summariseAbove }: ModelInput): void {
  const shares = windowBudget(contextWindow);
  const limit = summariseAbove ?? shares.summariseAbove;
  if (limit > shares.usable)
    throw badThreshold(
      `The summary threshold of ${limit} tokens is too high: ${shares.usable} tokens of this window are usable.`,
    );
  if (clearAbove !== null && clearAbove > limit)
    throw badThreshold(
      `The clearing threshold of ${clearAbove} tokens is too high: the history is summarized at ${limit}.`,
    );
}

function badThreshold(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter fewer tokens, or leave the field empty to use a share of the window.",
  });
}

function checkedBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw badAddress("The address must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "")
    throw badAddress("The address must not contain a user name or password.");
  if (isMetadataHost(url.hostname)) throw badAddress("This address can't be a model server.");
  return text.replace(/\/+$/, "");
}

function badAddress(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter the base URL from the provider's documentation, such as https://api.deepseek.com.",
  });
}

function alreadyExists(reference: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `The model ${reference} already exists.`,
    fix: "Edit the existing model, or use another provider or model name.",
  });
}
