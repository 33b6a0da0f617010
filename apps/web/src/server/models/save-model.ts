import { GoaltraceError, windowBudget } from "@goaltrace/core";
import { modelKeyContext } from "@goaltrace/tools";
import type { Vault } from "@goaltrace/tools";
import type { ModelSetting, ModelSettingStore, Price } from "../stores.ts";
import { keyHintOf } from "./catalogue.ts";

export type ModelInput = {
  readonly workspaceId: string;
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly baseUrl: string | null;
  readonly model: string;
  /** Undefined keeps the stored key, an empty text removes it. */
  readonly key: string | undefined;
  readonly contextWindow: number;
  /** Thresholds of compaction in tokens; null takes shares of the window. */
  readonly clearAbove: number | null;
  readonly summariseAbove: number | null;
  readonly price: Price | null;
};

/**
 * Stores a model. A stored key is kept only while the base URL stays what it was entered for; `keyDropped` says that it had to go (O11).
 * Errors: CONFLICT when another model of the workspace has the same reference, INVALID_INPUT for an address no model can have and for
 * thresholds that its window can't hold.
 */
export async function saveModel(
  ports: { readonly models: ModelSettingStore; readonly vault: Vault },
  input: ModelInput,
): Promise<{ readonly setting: ModelSetting; readonly keyDropped: boolean }> {
  checkThresholds(input);
  const baseUrl = input.baseUrl === null ? null : checkedBaseUrl(input.baseUrl);
  const existing = await ports.models.list(input.workspaceId);
  const before = existing.find((row) => row.id === input.id);
  const reference = `${input.provider}/${input.model}`;
  if (existing.some((row) => row.reference === reference && row.id !== input.id))
    throw alreadyThere(reference);
  const keep = input.key === undefined && before !== undefined && before.baseUrl === baseUrl;
  const key = input.key === undefined || input.key === "" ? null : input.key;
  const context = modelKeyContext({ workspaceId: input.workspaceId, modelId: input.id, baseUrl });
  const setting: ModelSetting = {
    id: input.id,
    reference,
    label: input.label,
    provider: input.provider,
    model: input.model,
    baseUrl,
    encryptedKey: keep ? before.encryptedKey : key === null ? null : ports.vault.seal(key, context),
    keyHint: keep ? before.keyHint : keyHintOf(key ?? undefined),
    contextWindow: input.contextWindow,
    clearAbove: input.clearAbove,
    summariseAbove: input.summariseAbove,
    price: input.price,
  };
  await ports.models.save(input.workspaceId, setting);
  return { setting, keyDropped: !keep && input.key === undefined && before?.encryptedKey != null };
}

/** A threshold beyond what the others leave it would never be reached, or would be reached at each step. */
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

/** Addresses of cloud machines' metadata services: nothing that answers Chat Completions lives there. */
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

function alreadyThere(reference: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `A model ${reference} is in the list already.`,
    fix: "Edit that one, or give this one another provider or model name.",
  });
}
