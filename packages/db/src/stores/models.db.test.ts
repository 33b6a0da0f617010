import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newScope } from "../testing/fixture.ts";
import type { ModelSetting } from "./models.ts";

describe("model settings", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(process.env.DATABASE_URL ?? "");
  });
  afterAll(() => database.close());

  it("stores window, thresholds and price as saved, and clears them when saved as null", async () => {
    const scope = newScope();
    await database.workspaces.create({ id: scope.workspaceId, slug: scope.workspaceId, name: "Thresholds" });
    const setting: ModelSetting = {
      ...{ id: randomUUID(), reference: "mock/small", label: "Small", provider: "mock", model: "small" },
      ...{ baseUrl: null, encryptedKey: null, keyHint: null },
      price: { input: 1, cachedInput: 0.1, output: 2 },
      ...{ contextWindow: 32_000, clearAbove: 12_000, summariseAbove: 20_000, maxCalls: 4 },
    };
    await database.models.save(scope, setting);
    expect(await database.models.list(scope)).toEqual([setting]);
    const shares = {
      ...setting,
      contextWindow: 16_000,
      clearAbove: null,
      summariseAbove: null,
      maxCalls: null,
      price: null,
    };
    await database.models.save(scope, shares);
    expect(await database.models.list(scope)).toEqual([shares]);
  });
});
