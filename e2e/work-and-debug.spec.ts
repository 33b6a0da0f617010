import { expect, test } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

let slug: string;

test.beforeAll(async () => {
  slug = await makeWorkspace("work-and-debug");
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("a task streams into the conversation and survives a reload, with the reason of its abandoned branch", async ({
  page,
}) => {
  await runTask(page, slug, "Find the total of all orders, even if the first way fails");
  await expect(page.getByText("594.49").last()).toBeVisible();
  await expect(page.getByText("Abandoned: No summary file exists in the folder")).toBeVisible();
  await page.reload();
  await expect(page.getByText("594.49").last()).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test("the trace shows goals and expands edges to calls, and its URL restores the view", async ({ page }) => {
  await page.goto(`/w/${slug}/traces`);
  await expectAccessibleEverywhere(page);
  await page
    .getByRole("link", { name: /Find the total/ })
    .first()
    .click();
  await expect(page.getByRole("main").getByText("Completed", { exact: true }).first()).toBeVisible();
  await untilHydrated(page);
  const row = page.getByRole("treeitem", { name: /Add up the orders/ });
  await row.click();
  await expect(page).toHaveURL(/goal=/);
  await page.getByRole("button", { name: /^5 tool calls/ }).click();
  await expect(page).toHaveURL(/open=/);
  await expect(page.getByText("grep_content").first()).toBeVisible();
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.getByRole("treeitem", { name: /Add up the orders/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(page.getByText("grep_content").first()).toBeVisible();
});

test("settings pages are accessible in English and load in Chinese", async ({ page }) => {
  for (const area of ["models", "account"]) {
    await page.goto(`/w/${slug}/settings/${area}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
  await page.context().addCookies([{ name: "locale", value: "zh", url: page.url() }]);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", /zh/);
});
