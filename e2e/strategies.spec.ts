import { expect, type Locator, type Page, test } from "@playwright/test";
import { lastTurn } from "./support/chat-turn.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const REPORT = "Write the monthly report, and revise the plan if a step fails";
const FACTS = "Collect the facts about this folder with calls at once";
const RUN_MS = 120_000;
test.use({ viewport: { width: 1440, height: 900 } });

let slug = "";
test.beforeAll(async () => {
  slug = await makeWorkspace("strategies");
});
test.beforeEach(async ({ page }) => signIn(page));

async function chooseStrategy(page: Page, name: string): Promise<void> {
  await page.goto(`/w/${slug}/chat`);
  await untilHydrated(page);
  await page.getByRole("button", { name: /^Strategy: / }).click();
  await page.getByRole("menuitemradio", { name: new RegExp(`^${name}:`) }).click();
  await expect(page.getByRole("button", { name: `Strategy: ${name}` })).toBeVisible();
}

async function openTrace(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Trace", exact: true }).first().click();
  await expect(page.getByRole("tree", { name: "Goals" })).toBeVisible({ timeout: RUN_MS });
}

const card = (page: Page, title: string): Locator => page.locator("[data-card]").filter({ hasText: title });

test("follows a plan that is revised live, and reads why in its graph", async ({ page }) => {
  await chooseStrategy(page, "Plan first");
  await runTask(page, slug, REPORT);
  // The plan, what failed and the new plan appear while the run continues.
  const turn = lastTurn(page);
  await expect(turn).toContainText("See which files there are", { timeout: RUN_MS });
  await expect(turn).toContainText("Lesson: List the folder before you guess", { timeout: RUN_MS });
  await expect(turn).toContainText("Count the documents instead", { timeout: RUN_MS });
  await expect(turn).toContainText("Goal 4 is not done yet: no call wrote a file", { timeout: RUN_MS });
  await expect(turn).toContainText("step 2 failed, and the plan was revised", { timeout: RUN_MS });

  await openTrace(page);
  await expect(page.getByText("Plan first", { exact: true })).toBeVisible();
  await expect(card(page, "Read the summary of the month")).toContainText("there is no summary of the month");
  await expect(card(page, "Count the documents instead")).toBeVisible();
  await expect(page.getByRole("tree", { name: "Goals" })).toContainText("Write the report from them");
  await card(page, "Write the report from them").click();
  for (const round of [1, 2, 3])
    await expect(page.getByText(`Check ${round}: not done yet`, { exact: true })).toBeVisible();
});

test("follows parallel calls, and shows in their graph which of them used the results of others", async ({
  page,
}) => {
  await chooseStrategy(page, "Calls at once");
  await runTask(page, slug, FACTS);
  await expect(lastTurn(page)).toContainText("Four calls ran at once", { timeout: RUN_MS });

  await openTrace(page);
  for (const title of ["List the folder", "Find the documents", "Add up the first half"])
    await expect(card(page, title)).toBeVisible();
  await expect(page.getByText("after 3, 4", { exact: true })).toBeVisible();
  await card(page, "Add up the year").click();
  await expect(page.getByText("Add up the first half, Add up the second half")).toBeVisible();
});
