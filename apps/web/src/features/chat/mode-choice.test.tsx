// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { ModeChoice } from "./mode-choice.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));
vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

it.each([
  ["read-only", "Read-only"],
  ["ask", "Ask"],
  ["auto", "Auto"],
])("shows the mode %s of the conversation", async (mode, text) => {
  const api = createFakeApi(async () => ({ mode, rules: [] }));
  const page = await renderPage(<ModeChoice workspace="shop" conversationId="c1" />, api.Wrapper);
  await waitForRender(() => expect(page.text()).toBe(text));
  expect(api.requests[0]?.input).toMatchObject({ workspace: "shop", conversationId: "c1" });
});
