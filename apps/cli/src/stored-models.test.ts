import { createSystemClock } from "@goaltrace/core/system";
import type { ModelSetting } from "@goaltrace/db";
import { openVault } from "@goaltrace/tools";
import { expect, it } from "vitest";
import { storedModels } from "./stored-models.ts";

const setting: ModelSetting = {
  id: "m1",
  reference: "local/small",
  label: "Small",
  provider: "local",
  model: "small",
  baseUrl: "http://127.0.0.1:11434/v1",
  encryptedKey: null,
  keyHint: null,
  contextWindow: 32_000,
  clearAbove: null,
  summariseAbove: null,
  inputPrice: null,
  cachedInputPrice: null,
  outputPrice: null,
};

it("R27 · a model keeps its client from run to run until its settings change or it is removed", async () => {
  let stored: ModelSetting | undefined = setting;
  const models = storedModels({
    settings: { find: async () => stored, list: async () => [] },
    vault: await openVault({ home: "", secret: "a".repeat(64) }),
    clock: createSystemClock(),
  });
  const client = await models.source("w1", setting.reference);
  expect(client?.profile.contextWindow).toBe(32_000);
  expect(await models.source("w1", setting.reference)).toBe(client);
  expect(await models.source("w2", setting.reference)).not.toBe(client);

  stored = { ...setting, contextWindow: 64_000 };
  const changed = await models.source("w1", setting.reference);
  expect(changed?.profile.contextWindow).toBe(64_000);

  stored = undefined;
  expect(await models.source("w1", setting.reference)).toBeUndefined();
});
