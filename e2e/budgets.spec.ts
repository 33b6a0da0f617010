import { expect, type Page, test } from "@playwright/test";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel, sums, SUMS_END } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

const models = { chat: createPacedModel("chat", sums(3)), day: createPacedModel("day", sums(3)) };

let slug = "";
let workspace: HostileWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  slug = await makeWorkspace("budgets");
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  const cases = Object.values(models).map(({ modelCase }) => modelCase);
  workspace = await openHostileWorkspace(page, { slug, cases });
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation", exact: true });
const budgetButton = (page: Page, budget: string) => page.getByRole("button", { name: `Budget: ${budget}` });

async function openUsage(page: Page): Promise<void> {
  await page.goto(`/w/${slug}/usage`);
  await untilHydrated(page);
}

const dayBudget = (page: Page) => page.getByRole("region", { name: "Budget per day" });

async function setDayBudget(page: Page, budget: string): Promise<void> {
  await openUsage(page);
  await page.getByLabel("Budget of the workspace").fill(budget);
  await dayBudget(page).getByRole("button", { name: "Set budget" }).click();
  await expect(dayBudget(page).getByRole("button", { name: "Remove budget" })).toBeVisible();
}

test("sets the budget of a conversation, reaches it, raises it in the answer, and removes it", async ({
  page,
}) => {
  const { conversationId } = await workspace.start("chat", "Do the sums");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await untilHydrated(page);
  await budgetButton(page, "none").click();
  const field = page.getByLabel("Budget per run");
  await field.fill("1 sheep");
  await expect(page.getByText(/"1 sheep" is not an amount/)).toBeVisible();
  await field.fill("1tok");
  await page.getByRole("button", { name: "Set budget" }).click();
  await expect(budgetButton(page, "1tok")).toBeVisible();
  await page.keyboard.press("Escape");
  models.chat.allow(1);
  await expect(conversation(page).getByText(/The budget of 1tok is used up/)).toBeVisible();
  await expect(page.getByRole("button", { name: "stop", exact: true })).toBeVisible();
  models.chat.allow(9);
  await page.getByRole("textbox", { name: "Or answer in your own words" }).fill("9mtok");
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByText(SUMS_END)).toBeVisible();
  await budgetButton(page, "1tok").click();
  await page.getByRole("button", { name: "Remove budget" }).click();
  await expect(budgetButton(page, "none")).toBeVisible();
});

test("takes a budget set before the first message into the conversation, and changes it with /budget", async ({
  page,
}) => {
  const fresh = await makeWorkspace("budgets-new");
  await page.goto(`/w/${fresh}/chat`);
  await untilHydrated(page);
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  const enter = async (text: string): Promise<void> => {
    await message.fill(text);
    await message.press("Enter");
  };
  await budgetButton(page, "none").click();
  await page.getByLabel("Budget per run").fill("7 mtok");
  await page.getByRole("button", { name: "Set budget" }).click();
  await page.keyboard.press("Escape");
  await enter("/budget");
  await expect(page.getByText("Each run of this conversation may use 7")).toBeVisible();
  await enter("Hello");
  await expect(conversation(page).getByText("scripted demo, not an AI model")).toBeVisible();
  await page.reload();
  await untilHydrated(page);
  await expect(budgetButton(page, "7mtok")).toBeVisible();
  await enter("/budget 5 sheep");
  await expect(page.getByText(/"5 sheep" is not an amount/)).toBeVisible();
  await enter("/budget 0.50usd, 8mtok");
  await expect(budgetButton(page, "0.5usd,8mtok")).toBeVisible();
  await enter("/budget none");
  await expect(page.getByText("Runs of this conversation have no budget.")).toBeVisible();
  await expect(budgetButton(page, "none")).toBeVisible();
  await page.goto(`/w/${fresh}/chat`);
  await expect(budgetButton(page, "none")).toBeVisible();
});

test("waits for the workspace's budget until it is raised under Usage, which shows its line and links to runs", async ({
  page,
}) => {
  await setDayBudget(page, "1tok");
  models.day.allow(9);
  const { traceId } = await workspace.start("day", "Do the sums");
  await page.goto(`/w/${slug}/traces/${traceId}`);
  await expect(page.getByText(/The workspace's budget for today of 1tok is used up/).first()).toBeVisible();
  await setDayBudget(page, "40usd, 9mtok");
  await expect(page.getByText(/Today: .* of 9M tokens/)).toBeVisible();
  await expect(page.getByText(/Budget \$40\.\d+ per day, reached on no day/)).toBeVisible();
  await page.goto(`/w/${slug}/traces/${traceId}`);
  await untilHydrated(page);
  // The budget is now in money too, and the model has no price.
  await expect(page.getByText(/The price of the model is unknown/).first()).toBeVisible();
  await page.getByRole("button", { name: "continue", exact: true }).click();
  await expect(page.getByText(SUMS_END).first()).toBeVisible();
  await openUsage(page);
  // Each chart with bars has one with runs, which links to the runs of its day.
  const bars = page.locator("figure").getByRole("link");
  await expect(bars).toHaveCount(3);
  const addresses = await bars.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(new Set(addresses).size).toBe(1);
  await page.getByRole("link", { name: /: 2$/ }).first().click();
  await expect(page).toHaveURL(/traces\?started=\d+\.\.\d+/);
  await expect(page.getByRole("row").filter({ hasText: "Do the sums" })).toHaveCount(2);
  await openUsage(page);
  await dayBudget(page).getByRole("button", { name: "Remove budget" }).click();
  await expect(dayBudget(page).getByText("no budget")).toBeVisible();
});

test("gives the runs of an agent a budget under Usage, which their conversations show", async ({ page }) => {
  const fresh = await makeWorkspace("budgets-agent");
  await page.goto(`/w/${fresh}/usage`);
  await untilHydrated(page);
  const section = page.getByRole("region", { name: "Budget per run" });
  const field = section.getByLabel("Budget of each run of general");
  await field.fill("6 usd");
  await field.press("Enter");
  await expect(section.getByRole("button", { name: "Remove budget" })).toBeVisible();
  await page.goto(`/w/${fresh}/chat`);
  await untilHydrated(page);
  await budgetButton(page, "none").click();
  await expect(page.getByText("Without one, the budget of the agent general applies: 6usd.")).toBeVisible();
  await page.goto(`/w/${fresh}/usage`);
  await untilHydrated(page);
  await section.getByRole("button", { name: "Remove budget" }).click();
  await expect(section.getByRole("button", { name: "Remove budget" })).toBeHidden();
});
