import { windowBudget } from "@goaltrace/core";
import type { ModelProfile } from "@goaltrace/core";
import { configureModel, modelsFromEnvironment, OPENAI_URL } from "@goaltrace/core/openai";
import { openModelKey } from "@goaltrace/tools";
import type { Vault } from "@goaltrace/tools";
import type { ModelSetting, ModelSettingStore, Price } from "../stores.ts";

/** A model as people see it: never its key, only the last characters of it. */
export type ModelRow = {
  readonly id: string;
  readonly reference: string;
  readonly label: string;
  readonly provider: string;
  readonly baseUrl: string | null;
  readonly model: string;
  readonly keyHint: string | null;
  readonly contextWindow: number;
  /** Tokens of a request above which old results are cleared, and the history is summarised (C1). */
  readonly thresholds: { readonly clearAbove: number; readonly summariseAbove: number };
  /** Those of them that were set in tokens; null for a share of the window. */
  readonly clearAbove: number | null;
  readonly summariseAbove: number | null;
  readonly price: Price | null;
  readonly source: "environment" | "stored" | "scripted";
  readonly scripted: boolean;
};

/** Model reference of the built-in demo. */
export const SCRIPTED_REFERENCE = "scripted/demo";
/** Thresholds that nobody set. */
const SHARES = { clearAbove: null, summariseAbove: null };
const SCRIPTED: ModelRow = {
  id: "scripted",
  reference: SCRIPTED_REFERENCE,
  label: "Scripted demo, not an AI model",
  provider: "scripted",
  baseUrl: null,
  model: "demo",
  keyHint: null,
  contextWindow: 128_000,
  ...SHARES,
  thresholds: thresholdsOf(128_000, SHARES),
  price: null,
  source: "scripted",
  scripted: true,
};

export type ModelCatalogue = {
  readonly items: readonly ModelRow[];
  readonly defaultReference: string | null;
};
export type ModelSources = {
  readonly models: ModelSettingStore;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/** All models a workspace can name. The default is the chosen one while it exists, else the environment's first; the demo only when chosen. */
export async function modelCatalogue(sources: ModelSources, workspaceId: string): Promise<ModelCatalogue> {
  const [stored, chosen] = await Promise.all([
    sources.models.list(workspaceId),
    sources.models.defaultReference(workspaceId),
  ]);
  const environment = environmentRows(sources.variables);
  const own = stored.map(storedRow);
  // A stored model stands before an environment's one of the same name: it was chosen in the settings, later.
  const named = new Set(own.map((row) => row.reference));
  const items = [...own, ...environment.filter((row) => !named.has(row.reference)), SCRIPTED];
  const usable = chosen !== null && items.some((row) => row.reference === chosen);
  return {
    items,
    defaultReference: usable ? chosen : (environment[0]?.reference ?? own[0]?.reference ?? null),
  };
}

/** How to reach one model, key included: for the server's own calls only. */
export type ModelConnection = {
  readonly profile: ModelProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
};

/** The connection of a reference; undefined for the scripted demo and for unknown ones. Throws CONFIGURATION_INVALID for a key that does not open. */
export async function modelConnection(
  sources: ModelSources & { readonly vault: Vault },
  model: { readonly workspaceId: string; readonly reference: string },
): Promise<ModelConnection | undefined> {
  const stored = (await sources.models.list(model.workspaceId)).find(
    (row) => row.reference === model.reference,
  );
  if (stored !== undefined) return storedConnection(sources.vault, model.workspaceId, stored);
  return modelsFromEnvironment({ ...sources.variables }).find(
    (one) => one.profile.reference === model.reference,
  );
}

function storedConnection(vault: Vault, workspaceId: string, stored: ModelSetting): ModelConnection {
  const configured = configureModel({
    model: stored.model,
    baseUrl: stored.baseUrl ?? OPENAI_URL,
    apiKey: openModelKey(vault, workspaceId, stored),
    label: stored.label,
    reference: stored.reference,
  });
  return {
    ...configured,
    profile: { ...configured.profile, contextWindow: stored.contextWindow, price: stored.price },
  };
}

function storedRow({ encryptedKey: _never, ...setting }: ModelSetting): ModelRow {
  const thresholds = thresholdsOf(setting.contextWindow, setting);
  return { ...setting, thresholds, source: "stored", scripted: false };
}

function thresholdsOf(
  window: number,
  set: Pick<ModelRow, "clearAbove" | "summariseAbove">,
): ModelRow["thresholds"] {
  const { clearAbove, summariseAbove } = windowBudget(window, {
    ...(set.clearAbove === null ? {} : { clearAbove: set.clearAbove }),
    ...(set.summariseAbove === null ? {} : { summariseAbove: set.summariseAbove }),
  });
  return { clearAbove, summariseAbove };
}

function environmentRows(variables: ModelSources["variables"]): readonly ModelRow[] {
  return modelsFromEnvironment({ ...variables }).map(({ profile, baseUrl, apiKey }) => ({
    id: `environment:${profile.reference}`,
    reference: profile.reference,
    label: profile.label,
    provider: profile.quirks,
    baseUrl,
    model: profile.wireName,
    keyHint: keyHintOf(apiKey),
    contextWindow: profile.contextWindow,
    ...SHARES,
    thresholds: thresholdsOf(profile.contextWindow, SHARES),
    price: profile.price,
    source: "environment",
    scripted: false,
  }));
}

/** The last four characters of a key, or null for keys so short that this would give them away. */
export function keyHintOf(key: string | undefined): string | null {
  return key === undefined || key.length < 12 ? null : key.slice(-4);
}
