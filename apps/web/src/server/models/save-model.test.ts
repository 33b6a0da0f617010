import type { Vault } from "@goaltrace/tools";
import { expect, it } from "vitest";
import type { ModelSetting, ModelSettingStore } from "../stores.ts";
import { modelCatalogue } from "./catalogue.ts";
import { type ModelInput, saveModel } from "./save-model.ts";

const WORKSPACE = "workspace";
/** No key is given here. */
const vault: Vault = {
  seal: () => new Uint8Array(),
  open: () => "",
  derive: () => "",
};

function memoryModels(): ModelSettingStore {
  const settings = new Map<string, ModelSetting>();
  return {
    list: async () => [...settings.values()],
    save: async (_workspace, setting) => void settings.set(setting.id, setting),
    remove: async (_workspace, id) => void settings.delete(id),
    defaultReference: async () => null,
    setDefaultReference: async () => undefined,
  };
}

async function saved(change: Partial<ModelInput>): Promise<ModelSettingStore> {
  const models = memoryModels();
  const input = {
    ...{
      workspaceId: WORKSPACE,
      id: "m",
      label: "M",
      provider: "p",
      baseUrl: "http://127.0.0.1:1",
      model: "m",
    },
    ...{ key: undefined, contextWindow: 32_000, clearAbove: null, summariseAbove: null, price: null },
  };
  await saveModel({ models, vault }, { ...input, ...change });
  return models;
}

it("C1 · thresholds set for a model are kept and shown, the others are shares of its window", async () => {
  const models = await saved({ summariseAbove: 20_000 });
  const { items } = await modelCatalogue({ models, variables: {} }, WORKSPACE);
  expect(items[0]).toMatchObject({
    ...{ clearAbove: null, summariseAbove: 20_000 },
    thresholds: { clearAbove: 16_742, summariseAbove: 20_000 },
  });
});

it.each([
  ["a summary where the window is used up", { summariseAbove: 27_905 }],
  ["a clearing above the share at which a summary is made", { clearAbove: 23_719 }],
  ["a clearing above the summary", { clearAbove: 12_000, summariseAbove: 11_000 }],
])("C1 · refuses %s", async (_, change) => {
  await expect(saved(change)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it("C1 · takes the most that a window holds", async () => {
  await expect(saved({ summariseAbove: 27_904, clearAbove: 27_904 })).resolves.toBeDefined();
});
