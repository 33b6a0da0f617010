import type { ModelClient } from "@goaltrace/core";
import { configureModel } from "@goaltrace/core/openai";
import type { HttpTransport } from "@goaltrace/core/ports";
import { createTestClock } from "@goaltrace/core/testing";
import type { KeptWindow, ModelSetting } from "@goaltrace/db";
import { openVault } from "@goaltrace/tools";
import { describe, expect, it } from "vitest";
import { createModelResolver } from "./resolve-model.ts";

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
  maxCalls: null,
  price: null,
};
const vault = await openVault({ home: "", secret: "a".repeat(64) });
const transport: HttpTransport = {
  send: async () => await Promise.reject(new Error("Nothing is sent here.")),
};

/** Calls that wait for an endpoint repeat their place after each sleep. */
const neverWakes = async (): Promise<void> => await new Promise(() => undefined);

function setUp({ isBroken = false } = {}) {
  const kept: KeptWindow[] = [];
  const resolver = createModelResolver({
    clock: { ...createTestClock(), sleep: neverWakes },
    transport,
    learnedWindows: {
      keep: async (_workspace, window) => {
        if (isBroken) throw new Error("the database is away");
        kept.push({ ...window, learnedAt: 1 });
      },
    },
    logger: { warn: () => undefined },
  });
  return async (
    settings: readonly ModelSetting[],
    workspaceId = "w1",
    environment: Parameters<typeof resolver>[0]["environment"] = [],
  ): Promise<ModelClient | undefined> => {
    const models = { workspaceId, settings, environment, vault, learnedWindows: kept };
    const model = await resolver(models).resolve(workspaceId, setting.reference);
    return "attempt" in model ? model : undefined;
  };
}

describe("createModelResolver", () => {
  it("reuses a model's client across runs until its settings change or it is removed", async () => {
    const resolve = setUp();
    const client = await resolve([setting]);
    expect(client?.profile.contextWindow).toBe(32_000);
    expect(await resolve([setting])).toBe(client);
    expect(await resolve([setting], "w2")).not.toBe(client);
    expect((await resolve([{ ...setting, contextWindow: 64_000 }]))?.profile.contextWindow).toBe(64_000);
    expect(await resolve([])).toBeUndefined();
  });

  it("prefers a stored model to one from the environment with the same reference", async () => {
    const environment = [
      configureModel({
        model: "small",
        baseUrl: "http://127.0.0.1:1/v1",
        apiKey: "",
        reference: "local/small",
      }),
    ];
    const resolve = setUp();
    expect((await resolve([setting], "w1", environment))?.profile.label).toBe("Small");
    expect((await resolve([], "w1", environment))?.profile.label).toBe("127.0.0.1:1");
  });

  it("makes calls of a limited model wait, even while its settings change, but never those of an unlimited one", async () => {
    const resolve = setUp();
    expect((await resolve([setting]))?.enter).toBeUndefined();
    const limited = { ...setting, maxCalls: 1 };
    const waiting: number[] = [];
    const caller = {
      ...{ workspaceId: "w1", personId: "p", signal: new AbortController().signal },
      onWaiting: (ahead: number) => void waiting.push(ahead),
    };
    expect(await (await resolve([limited]))?.enter?.(caller)).toMatchObject({ admitted: true });
    void (await resolve([{ ...limited, contextWindow: 64_000 }]))?.enter?.(caller);
    expect(waiting).toEqual([0]);
    await (await resolve([limited], "w2"))?.enter?.(caller);
    expect(waiting).toEqual([0]);
  });

  it("shares the limit of a model of the environment among the workspaces", async () => {
    const resolve = setUp();
    const address = { baseUrl: "http://127.0.0.1:1/v1", apiKey: "", reference: "local/small" };
    const environment = [configureModel({ ...address, model: "small", maxCalls: 1 })];
    const waiting: number[] = [];
    for (const workspaceId of ["w1", "w2"])
      void (await resolve([], workspaceId, environment))?.enter?.({
        ...{ workspaceId, personId: "p", signal: new AbortController().signal },
        onWaiting: (ahead) => void waiting.push(ahead),
      });
    expect(waiting).toEqual([0]);
  });

  it("passes a learned window to later runs until address, model or configured window change", async () => {
    const resolve = setUp();
    const learned = { contextWindow: 16_000, source: "message" } as const;
    await (await resolve([setting]))?.keepWindow?.(learned);
    expect((await resolve([setting]))?.profile).toMatchObject({
      contextWindow: 32_000,
      learnedWindow: 16_000,
    });
    const price = { input: 1, cachedInput: 0.5, output: 2 };
    const renamed = { ...setting, label: "Renamed", maxCalls: 3, clearAbove: 9_000, price };
    expect((await resolve([renamed]))?.profile.learnedWindow).toBe(16_000);
    for (const change of [
      { baseUrl: "http://127.0.0.1:11435/v1" },
      { model: "other" },
      { contextWindow: 33_000 },
    ])
      expect((await resolve([{ ...setting, ...change }]))?.profile.learnedWindow).toBeUndefined();
  });

  it("uses no learned window that is wider than configured", async () => {
    const resolve = setUp();
    await (await resolve([setting]))?.keepWindow?.({ contextWindow: 64_000, source: "message" });
    expect((await resolve([setting]))?.profile.learnedWindow).toBeUndefined();
  });

  it("lets a run continue if its learned window cannot be stored", async () => {
    const resolve = setUp({ isBroken: true });
    const client = await resolve([setting]);
    await expect(client?.keepWindow?.({ contextWindow: 1, source: "message" })).resolves.toBeUndefined();
  });

  it("passes configured prices and thresholds to the run", async () => {
    const price = { input: 1, cachedInput: 0.5, output: 2 };
    const client = await setUp()([{ ...setting, summariseAbove: 20_000, price }]);
    expect(client?.profile).toMatchObject({ price, thresholds: { summariseAbove: 20_000 } });
    expect(client?.profile.thresholds).not.toHaveProperty("clearAbove");
  });
});
