import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleEverywhere } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { saveSession, copySampleFolder, OWNER, submitSignInForm } from "./support/owner.ts";

test("sets up a workspace: owner, scripted demo, project folder", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/setup/);
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByLabel("Workspace").fill(OWNER.workspace);
  await page.getByLabel("Your name").fill(OWNER.name);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Scripted demo, not an AI model")).toBeVisible();
  await untilHydrated(page);
  await page.getByText("Scripted demo, not an AI model").click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use the scripted demo" }).click();
  await page.getByLabel("How should it work and speak?").fill("Short answers, numbers with units.");
  await expect(page.getByText("## Character and speech")).toBeVisible();
  // It is enabled once the stored files are read, and its color changes then.
  await expect(page.getByRole("button", { name: "Save and continue" })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByLabel("Absolute path on this machine").fill(await copySampleFolder());
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add and start" }).click();
  await expect(page).toHaveURL(/\/w\/storefront\/chat/);
  await expect(page.getByRole("heading", { name: "What should the agent do?" })).toBeVisible();
});

test("redirects an anonymous visitor to sign-in and then back to the requested page", async ({ page }) => {
  await page.goto(`/w/${OWNER.slug}/traces`);
  await expect(page).toHaveURL(/\/signin/);
  await expectAccessibleEverywhere(page);
  await submitSignInForm(page, OWNER);
  await expect(page).toHaveURL(/\/w\/storefront\/traces/);
  await saveSession(page);
});

test("keeps idle connections for longer than the proxies in front of it do", async ({ request }) => {
  const { "keep-alive": kept = "" } = (await request.get("/health")).headers();
  expect(Number(/^timeout=(\d+)$/.exec(kept)?.[1])).toBeGreaterThan(60);
});
