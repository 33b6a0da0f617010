// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { ModeNotice } from "./mode-notice.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

type Mode = { readonly mode: string; readonly isChosen: boolean };

async function open(initial: Mode) {
  let current = initial;
  const api = createFakeApi(async ({ path, input }) => {
    if (path !== "permissions.setMode") return current;
    current = { mode: (input as Mode).mode, isChosen: true };
    return undefined;
  });
  const page = await renderPage(<ModeNotice workspace="shop" />, api.Wrapper);
  return { page, api };
}

it.each(["Ask before changes", "Keep running without asking"])(
  "asks a workspace without a chosen mode once; %s answers it",
  async (choice) => {
    const { page, api } = await open({ mode: "auto", isChosen: false });
    await waitForRender(() => expect(page.text()).toContain("change files without asking"));
    await page.press(choice);
    await waitForRender(() => expect(page.text()).toBe(""));
    const mode = choice === "Ask before changes" ? "ask" : "auto";
    expect(api.requests).toContainEqual({ path: "permissions.setMode", input: { workspace: "shop", mode } });
  },
);

it.each([
  { mode: "auto", isChosen: true },
  { mode: "ask", isChosen: false },
])("shows nothing for %o", async (mode) => {
  const { page, api } = await open(mode);
  await waitForRender(() => expect(api.requests).toHaveLength(1));
  expect(page.text()).toBe("");
});
