import { windowBudget } from "@goaltrace/core/compaction";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import { DEMO_WINDOW, SCRIPTED_REFERENCE } from "@goaltrace/core/scripted";
import type { KeptWindow, LearnedWindowStore, ModelSetting, ModelSettingStore } from "@goaltrace/db";
import { findLearnedWindow } from "./learned-windows.ts";
import { MODEL_TUNING } from "./settings-schema.ts";

/** A model as people see it: at most the last characters of its key. */
export type ModelRow = Omit<ModelSetting, "encryptedKey"> & {
  /** Request sizes in tokens above which old results are cleared and the history is summarized. */
  readonly thresholds: { readonly clearAbove: number; readonly summariseAbove: number };
  /** The real window, if a refusal taught one that is narrower than configured. */
  readonly learned: Pick<KeptWindow, "contextWindow" | "source" | "learnedAt"> | null;
  readonly source: "environment" | "stored" | "scripted";
  readonly scripted: boolean;
};

export type ModelCatalog = {
  readonly items: readonly ModelRow[];
  readonly defaultReference: string | null;
};
export type ModelSources = {
  readonly models: Pick<ModelSettingStore, "list" | "defaultReference">;
  /** Default: the rows have no learned windows, which only people read. */
  readonly learnedWindows?: Pick<LearnedWindowStore, "list">;
  readonly environment: readonly ModelConfiguration[];
};

const UNSET = MODEL_TUNING.parse({});
const SCRIPTED = withWindow([])({
  ...UNSET,
  id: "scripted",
  reference: SCRIPTED_REFERENCE,
  label: "Scripted demo, not an AI model",
  provider: "scripted",
  baseUrl: null,
  model: "demo",
  contextWindow: DEMO_WINDOW,
  keyHint: null,
  source: "scripted",
  scripted: true,
});

/**
 * Returns all models available to a workspace. The default is the chosen model while it exists, otherwise the first from the environment,
 * otherwise the first stored one. The demo model is the default only when chosen.
 */
export async function modelCatalog(sources: ModelSources, workspaceId: string): Promise<ModelCatalog> {
  const [stored, chosen, kept] = await Promise.all([
    sources.models.list({ workspaceId }),
    sources.models.defaultReference({ workspaceId }),
    sources.learnedWindows?.list(workspaceId) ?? [],
  ]);
  const complete = withWindow(kept);
  const own = stored.map((setting) => complete(storedRow(setting)));
  const ownReferences = new Set(own.map((row) => row.reference));
  const environment = sources.environment.map((configuration) => complete(environmentRow(configuration)));
  const items = [...own, ...environment.filter((row) => !ownReferences.has(row.reference)), SCRIPTED];
  const usable = chosen !== null && items.some((row) => row.reference === chosen);
  return {
    items,
    defaultReference: usable ? chosen : (environment[0]?.reference ?? own[0]?.reference ?? null),
  };
}

type ConfiguredRow = Omit<ModelRow, "thresholds" | "learned">;

function storedRow({ encryptedKey: _never, ...setting }: ModelSetting): ConfiguredRow {
  return { ...setting, source: "stored", scripted: false };
}

function environmentRow({ profile, baseUrl, apiKey, maxCalls = null }: ModelConfiguration): ConfiguredRow {
  return {
    ...UNSET,
    id: `environment:${profile.reference}`,
    reference: profile.reference,
    label: profile.label,
    provider: profile.quirks,
    baseUrl,
    model: profile.wireName,
    keyHint: toKeyHint(apiKey),
    contextWindow: profile.contextWindow,
    price: profile.price,
    maxCalls,
    source: "environment",
    scripted: false,
  };
}

/** Adds the learned window, and the thresholds of the window that runs use. */
function withWindow(kept: readonly KeptWindow[]): (row: ConfiguredRow) => ModelRow {
  return (row) => {
    const found = findLearnedWindow(kept, row);
    const { clearAbove, summariseAbove } = windowBudget(found?.contextWindow ?? row.contextWindow, {
      ...(row.clearAbove === null ? {} : { clearAbove: row.clearAbove }),
      ...(row.summariseAbove === null ? {} : { summariseAbove: row.summariseAbove }),
    });
    const learned =
      found === null
        ? null
        : { contextWindow: found.contextWindow, source: found.source, learnedAt: found.learnedAt };
    return { ...row, thresholds: { clearAbove, summariseAbove }, learned };
  };
}

/** Returns the last four characters of a key; null for keys so short that this would reveal too much. */
export function toKeyHint(key: string): string | null {
  return key.length < 12 ? null : key.slice(-4);
}
