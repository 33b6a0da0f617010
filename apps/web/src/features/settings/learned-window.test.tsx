// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import type { ModelRow } from "./model-row.ts";
import { ModelsSettingsPage } from "./models-settings-page.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const TEXTS = MESSAGES.en.settings.models.learned;
const MODEL = {
  ...{ id: "m1", reference: "acme/large", provider: "acme", model: "large", label: "Large" },
  ...{ baseUrl: "https://api.acme.test/v1", contextWindow: 128_000, keyHint: null, price: null },
  ...{ clearAbove: null, summariseAbove: null, maxCalls: null, source: "stored" },
  thresholds: { clearAbove: 7_000, summariseAbove: 10_000 },
} as unknown as ModelRow;

it("shows the context window learned from a rejected request next to the configured one, until a person discards it", async () => {
  let learned: ModelRow["learned"] = { contextWindow: 16_384, source: "message", learnedAt: 1_000 };
  const { requests, Wrapper } = createFakeApi(async ({ path }) => {
    if (path !== "models.forgetWindow") return { items: [{ ...MODEL, learned }], defaultReference: null };
    learned = null;
    return { forgotten: true };
  });
  const page = await renderPage(<ModelsSettingsPage workspace="storefront" />, Wrapper);
  await waitForRender(() => expect(page.text()).toContain("runs use 16,384 tokens"));
  expect(page.text()).toContain("128k tokens of context");
  await page.press(TEXTS.forget);
  await waitForRender(() => expect(page.text()).not.toContain("16,384"));
  expect(requests.find(({ path }) => path === "models.forgetWindow")?.input).toMatchObject({
    workspace: "storefront",
    reference: "acme/large",
  });
});

it("says how long a guess is used", async () => {
  const learned = { contextWindow: 9_000, source: "refused_size", learnedAt: 1_000 };
  const { Wrapper } = createFakeApi(async () => ({ items: [{ ...MODEL, learned }], defaultReference: null }));
  const page = await renderPage(<ModelsSettingsPage workspace="storefront" />, Wrapper);
  await waitForRender(() => expect(page.text()).toContain("for a week runs use 9,000 tokens, a guess"));
});
