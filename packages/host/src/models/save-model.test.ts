import { createTestIds } from "@goaltrace/core/testing";
import type { ModelSetting, ModelSettingStore } from "@goaltrace/db";
import type { Vault } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { modelCatalog } from "./model-catalog.ts";
import { saveModel } from "./save-model.ts";
import { MODEL_INPUT, type ModelInput } from "./settings-schema.ts";

const WORKSPACE = "workspace";
const vault: Vault = {
  seal: (text) => Uint8Array.from(Buffer.from(text)),
  open: (sealed) => Buffer.from(sealed).toString(),
  derive: () => "",
  rootSecret: "",
};

function memoryModels(): ModelSettingStore {
  const settings = new Map<string, ModelSetting>();
  return {
    list: async () => [...settings.values()],
    save: async (_scope, setting) => void settings.set(setting.id, setting),
    remove: async (_scope, id) => void settings.delete(id),
    defaultReference: async () => null,
    setDefault: async () => undefined,
  };
}

function setUp() {
  const models = memoryModels();
  const ids = createTestIds();
  const save = async (change: Partial<ModelInput>) => {
    const input = { id: "m", label: "M", provider: "p", baseUrl: "http://127.0.0.1:1", model: "m" };
    const parsed = MODEL_INPUT.parse({ ...input, contextWindow: 32_000, ...change });
    return await saveModel({ models, vault, ids }, WORKSPACE, parsed);
  };
  return { models, save };
}

describe("saveModel", () => {
  it("stores and shows configured thresholds, and shares of the window for the others", async () => {
    const { models, save } = setUp();
    await save({ summariseAbove: 20_000 });
    const { items } = await modelCatalog({ models, environment: [] }, WORKSPACE);
    expect(items[0]).toMatchObject({
      ...{ clearAbove: null, summariseAbove: 20_000 },
      thresholds: { clearAbove: 16_742, summariseAbove: 20_000 },
    });
  });

  it.each([
    ["a summary threshold beyond the usable window", { summariseAbove: 27_905 }],
    ["a clearing threshold above the default summary threshold", { clearAbove: 23_719 }],
    ["a clearing threshold above the summary threshold", { clearAbove: 12_000, summariseAbove: 11_000 }],
  ])("rejects %s", async (_, change) => {
    await expect(setUp().save(change)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("accepts the maximum threshold of a window", async () => {
    await expect(setUp().save({ summariseAbove: 27_904, clearAbove: 27_904 })).resolves.toBeDefined();
  });

  it.each([
    "http://169.254.169.254/v1",
    "http://metadata.google.internal./v1",
    "http://[64:ff9b::a9fe:a9fe]/v1",
    "http://0xa9fea9fe/v1",
  ])("rejects the address %s of a metadata service", async (baseUrl) => {
    await expect(setUp().save({ baseUrl })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("keeps a key while its address stays, drops it with the address, and removes it on request", async () => {
    const { save } = setUp();
    const first = await save({ key: "sk-0123456789abcdef" });
    expect(first.setting.keyHint).toBe("cdef");
    const renamed = await save({ label: "Renamed" });
    expect(renamed.setting).toMatchObject({ label: "Renamed", encryptedKey: first.setting.encryptedKey });
    const moved = await save({ baseUrl: "http://127.0.0.1:2" });
    expect(moved).toMatchObject({ keyDropped: true, setting: { encryptedKey: null, keyHint: null } });
    await save({ key: "sk-0123456789abcdef" });
    expect(await save({ key: "" })).toMatchObject({ keyDropped: false, setting: { encryptedKey: null } });
  });
});
