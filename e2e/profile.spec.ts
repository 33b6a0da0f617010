import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { callProcedure } from "./support/procedures.ts";
import { makeWorkspace } from "./support/workspace.ts";

const PHONE = { width: 390, height: 844 };
const MINE = "## Name\nMira\n\n## Work\nDecides about releases.";
const THEIRS = "## Name\nMira Okafor";

test("keeps what a person typed when the file is saved elsewhere, shows the change, and saves over it", async ({
  page,
}) => {
  await signIn(page);
  const slug = await makeWorkspace("profile");
  await page.goto(`/w/${slug}/memory?tab=profile&entry=USER.md`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByRole("textbox", { name: "USER.md" });
  await text.fill(MINE);
  const key = { file: "user", day: null };
  const written = { workspace: slug, key, version: 0, text: THEIRS };
  await callProcedure(page, "profile.write", written);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Version 1 was saved while you were editing.")).toBeVisible();
  await expect(page.getByText("+ Mira Okafor")).toBeVisible();
  await expect(text).toHaveValue(MINE);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue from version 1" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(text).toBeHidden();
  await expect(page.getByText("Decides about releases.")).toBeVisible();
  await page.getByRole("button", { name: "Versions" }).click();
  await expect(page.getByText("− Mira Okafor")).toBeVisible();
  await expect(page.getByText("+ Decides about releases.")).toBeVisible();
});

test("shows the files, then one of them with a way back, and the whole text field on a phone", async ({
  page,
}) => {
  await signIn(page);
  await page.setViewportSize(PHONE);
  const slug = await makeWorkspace("profile-phone");
  await page.goto(`/w/${slug}/memory?tab=profile`);
  await untilHydrated(page);
  await expect(page.getByRole("button", { name: "New entry" })).toBeVisible();
  await page.getByRole("button", { name: /^MEMORY\.md/ }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const box = await page.getByRole("textbox", { name: "MEMORY.md" }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? PHONE.width)).toBeLessThan(PHONE.width);
  await page.getByRole("button", { name: "Back to the files" }).click();
  await expect(page.getByRole("button", { name: /^SOUL\.md/ })).toBeVisible();
});
