import { expect, test } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { findStory } from "./support/debugger.ts";
import { OWNER, signIn } from "./support/owner.ts";

// Runs in the seeded workspace, because empty pages would hide problems from axe.
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

for (const address of [
  "usage",
  "inbox",
  "memory",
  "agents",
  "skills",
  "tools",
  "components",
  "settings/members",
  "settings/keys",
  "settings/permissions",
  "settings/secrets",
  "settings/web",
  "settings/mcp",
  "settings/api",
  "settings/audit",
]) {
  test(`${address} has no axe violations, on desktop and phone, each in a theme`, async ({ page }) => {
    await page.goto(`/w/${OWNER.slug}/${address}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
}

for (const view of ["graph", "transcript", "timeline", "table"]) {
  test(`the ${view} of a failed run has no axe violations`, async ({ page }) => {
    await page.goto(`${await findStory(page, "Write a report of the March orders")}?view=${view}`);
    await expect(page.getByRole("region", { name: "Run overview" })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
}

test("the palette has no axe violations", async ({ page }) => {
  await page.goto(`/w/${OWNER.slug}/traces`);
  await expect(page.getByRole("link", { name: /nightly totals/ }).first()).toBeVisible();
  await untilHydrated(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox").first()).toBeFocused();
  await expectAccessibleEverywhere(page);
});

test("the keys of the list of runs work as it opens, and again after Escape in the search", async ({
  page,
}) => {
  await page.goto(`/w/${OWNER.slug}/traces`);
  const rows = page.getByRole("table").locator("tbody a");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.getByRole("searchbox").first().focus();
  await page.keyboard.press("Escape");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.first()).toBeFocused();
});
