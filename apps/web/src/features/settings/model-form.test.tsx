// @vitest-environment happy-dom
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it, vi } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import type { ModelRow } from "./model-row.ts";
import { ModelsSettingsPage } from "./models-settings-page.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const TEXTS = MESSAGES.en.settings.models;
const STORED = {
  ...{ id: "m1", reference: "acme/large", provider: "acme", model: "large", label: "Large" },
  ...{ baseUrl: "https://api.acme.test/v1", contextWindow: 64_000, keyHint: "4f9c", price: null },
  ...{ clearAbove: null, summariseAbove: null, maxCalls: null, source: "stored", learned: null },
  thresholds: { clearAbove: 1_000, summariseAbove: 2_000 },
} as unknown as ModelRow;

/** Opens the models page. `save` answers the attempts to save; the list holds `models`. */
async function openModels(save: () => Promise<unknown>, models: readonly ModelRow[] = []) {
  const { requests, Wrapper } = createFakeApi(async ({ path }) => {
    if (path === "models.save") return await save();
    return path === "models.detect" ? [] : { items: models, defaultReference: null };
  });
  const page = await renderPage(<ModelsSettingsPage workspace="storefront" />, Wrapper);
  return {
    page,
    saved: () => requests.filter(({ path }) => path === "models.save").map(({ input }) => input),
  };
}

type Page = Awaited<ReturnType<typeof openModels>>["page"];

async function fillNewModel(page: Page): Promise<void> {
  await page.press(TEXTS.add);
  await page.fill(TEXTS.form.label, "Small");
  await page.fill(TEXTS.form.provider, "acme");
  await page.fill(TEXTS.form.baseUrl, "https://api.acme.test/v1");
  await page.fill(TEXTS.form.model, "small");
  await page.fill(TEXTS.form.key, "sk-typed");
}

const isOpen = (page: Page): boolean => page.button(TEXTS.form.save) !== undefined;
const SAVED = { keyDropped: false };

describe("ModelForm", () => {
  it.each([
    ["an empty name", "label", ""],
    ["an address that is no URL", "baseUrl", "acme"],
    ["a window in words", "contextWindow", "many"],
    ["a price in words", "inputPrice", "free"],
  ] as const)("marks %s and saves nothing", async (_, name, typed) => {
    const { page, saved } = await openModels(async () => SAVED);
    await fillNewModel(page);
    await page.fill(TEXTS.form[name], typed);
    expect(page.field(TEXTS.form[name]).validity.valid).toBe(false);
    await page.submit();
    expect(saved()).toEqual([]);
  });

  it("sends what was typed, closes the form and reloads the list", async () => {
    const models: ModelRow[] = [];
    const { page, saved } = await openModels(async () => {
      models.push(STORED);
      return SAVED;
    }, models);
    await fillNewModel(page);
    await page.fill(TEXTS.form.inputPrice, "1.5");
    await page.fill(TEXTS.form.outputPrice, "6");
    await page.fill(TEXTS.form.maxCalls, "4");
    await page.submit();
    await waitForRender(() => expect(isOpen(page)).toBe(false));
    expect(saved()).toEqual([
      {
        ...{ workspace: "storefront", label: "Small", provider: "acme", model: "small", key: "sk-typed" },
        ...{ baseUrl: "https://api.acme.test/v1", contextWindow: 128_000 },
        ...{ clearAbove: null, summariseAbove: null, maxCalls: 4 },
        price: { input: 1.5, cachedInput: 1.5, output: 6 },
      },
    ]);
    await waitForRender(() => expect(page.text()).toContain("Large"));
    await page.press(TEXTS.add);
    expect(page.field(TEXTS.form.key).value).toBe("");
  });

  it("shows why a save failed, keeps what was typed and allows another attempt", async () => {
    const failure = { code: "CONFIGURATION_INVALID", message: "The name is taken.", fix: "Choose another." };
    let attempts = 0;
    const { page, saved } = await openModels(async () => {
      attempts += 1;
      if (attempts === 1)
        throw new TRPCClientError("x", { result: { error: { code: -1, message: "x", data: { failure } } } });
      return SAVED;
    });
    await fillNewModel(page);
    await page.submit();
    await waitForRender(() => expect(page.text()).toContain("The name is taken."));
    expect(page.text()).toContain("Choose another.");
    expect(page.field(TEXTS.form.label).value).toBe("Small");
    expect(page.field(TEXTS.form.key).value).toBe("sk-typed");
    await page.submit();
    await waitForRender(() => expect(isOpen(page)).toBe(false));
    expect(saved()).toHaveLength(2);
  });

  it("saves once when it is submitted twice in a row", async () => {
    const { page, saved } = await openModels(async () => SAVED);
    await fillNewModel(page);
    await page.submit(2);
    await waitForRender(() => expect(isOpen(page)).toBe(false));
    expect(saved()).toHaveLength(1);
  });

  it("keeps the stored key unless another is typed, and asks for it again with a new address", async () => {
    const { page, saved } = await openModels(async () => ({ keyDropped: true }), [STORED]);
    await waitForRender(() => expect(page.button(TEXTS.edit)).toBeDefined());
    await page.press(TEXTS.edit);
    expect(page.text()).toContain("4f9c");
    expect(page.text()).not.toContain(TEXTS.form.keyAgain);
    await page.fill(TEXTS.form.baseUrl, "https://other.test/v1");
    expect(page.text()).toContain(TEXTS.form.keyAgain);
    await page.submit();
    await waitForRender(() => expect(page.text()).toContain(TEXTS.keyDropped));
    expect(saved()).toEqual([expect.objectContaining({ id: "m1", key: undefined })]);
  });
});
