import { createTestIds } from "@goaltrace/core/testing";
import type { KeptWindow, LearnedWindowStore, ModelSetting, ModelSettingStore } from "@goaltrace/db";
import type { Vault } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { modelEndpoint } from "./learned-windows.ts";
import { modelCatalog } from "./model-catalog.ts";
import { saveModel } from "./save-model.ts";
import { MODEL_INPUT, type ModelInput } from "./settings-schema.ts";

const WORKSPACE = "workspace";
const vault: Vault = {
  seal: (text) => Uint8Array.from(Buffer.from(text)),
  open: (sealed) => Buffer.from(sealed).toString(),
  derive: () => "",
  fingerprint: () => "",
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
  const forgotten: string[] = [];
  const learnedWindows: LearnedWindowStore = {
    list: async () => [],
    keep: async () => undefined,
    forget: async (_workspace, reference, except) => {
      forgotten.push(`${reference} ${except === undefined ? "whole" : except}`);
      return true;
    },
  };
  const save = async (change: Partial<ModelInput>) => {
    const input = { id: "m", label: "M", provider: "p", baseUrl: "http://127.0.0.1:1", model: "m" };
    const parsed = MODEL_INPUT.parse({ ...input, contextWindow: 32_000, ...change });
    return await saveModel({ models, learnedWindows, vault, ids }, WORKSPACE, parsed);
  };
  return { models, save, forgotten };
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

  it("forgets the learned windows of other settings and of the former name", async () => {
    const { save, forgotten } = setUp();
    await save({});
    await save({ label: "Renamed", summariseAbove: 20_000, key: "sk-0123456789abcdef" });
    expect(new Set(forgotten).size).toBe(1);
    await save({ contextWindow: 64_000 });
    expect(new Set(forgotten).size).toBe(2);
    await save({ model: "other", contextWindow: 64_000 });
    expect(forgotten).toContain("p/m whole");
  });

  it("shows the learned window and its thresholds", async () => {
    const { models, save } = setUp();
    const { setting } = await save({});
    const kept: KeptWindow = {
      ...modelEndpoint(setting),
      ...{ contextWindow: 16_000, source: "message", learnedAt: 5 },
    };
    const learnedWindows = { list: async () => [kept] };
    const { items } = await modelCatalog({ models, environment: [], learnedWindows }, WORKSPACE);
    expect(items[0]).toMatchObject({
      contextWindow: 32_000,
      learned: { contextWindow: 16_000, source: "message", learnedAt: 5 },
    });
    expect(items[0]?.thresholds.summariseAbove).toBeLessThan(16_000);
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
