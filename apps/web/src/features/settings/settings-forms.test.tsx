// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { MESSAGES } from "../../lib/generated/messages.ts";
import { createFakeApi } from "../../lib/testing/fake-api.tsx";
import { waitForRender } from "../../lib/testing/render-hook.tsx";
import { renderPage } from "../../ui/testing/render-page.tsx";
import { KeysSettingsPage } from "./keys-settings-page.tsx";
import { PasswordForm } from "./password-form.tsx";

vi.mock("../../lib/trpc.tsx", () => import("../../lib/testing/fake-api.tsx"));

const KEYS = MESSAGES.en.settings.keys;
const ACCOUNT = MESSAGES.en.settings.account;
const FORGOTTEN = "gt_shown-once";

describe("KeyForm", () => {
  it("creates one key for two submits and shows its secret until it is closed", async () => {
    const { requests, Wrapper } = createFakeApi(async ({ path }) =>
      path === "keys.create" ? { secret: FORGOTTEN } : { items: [], scopes: ["read"] },
    );
    const page = await renderPage(<KeysSettingsPage workspace="storefront" />, Wrapper);
    await waitForRender(() => expect(page.button(KEYS.add)).toBeDefined());
    await page.press(KEYS.add);
    await page.submit();
    expect(page.field(KEYS.name).validity.valueMissing).toBe(true);
    await page.fill(KEYS.name, "CI");
    await page.submit(2);
    await waitForRender(() => expect(page.text()).toContain(FORGOTTEN));
    expect(requests.filter(({ path }) => path === "keys.create").map(({ input }) => input)).toEqual([
      { workspace: "storefront", name: "CI", scopes: ["read"] },
    ]);
    await page.press(KEYS.close);
    expect(page.text()).not.toContain(FORGOTTEN);
  });
});

describe("PasswordForm", () => {
  it("keeps both passwords after a failure and clears them after a change", async () => {
    let isAccepted = false;
    const { requests, Wrapper } = createFakeApi(async () =>
      isAccepted ? {} : await Promise.reject(new Error("down")),
    );
    const page = await renderPage(<PasswordForm />, Wrapper);
    await page.fill(ACCOUNT.currentPassword, "old password");
    await page.fill(ACCOUNT.newPassword, "a new long password");
    await page.submit();
    await waitForRender(() => expect(page.text()).toContain(MESSAGES.en.errors.noAnswer));
    expect(page.field(ACCOUNT.currentPassword).value).toBe("old password");
    expect(page.field(ACCOUNT.newPassword).value).toBe("a new long password");
    isAccepted = true;
    await page.submit(2);
    await waitForRender(() => expect(page.text()).toContain(ACCOUNT.passwordChanged));
    expect(requests).toHaveLength(2);
    expect(page.field(ACCOUNT.currentPassword).value).toBe("");
    expect(page.field(ACCOUNT.newPassword).value).toBe("");
  });
});
