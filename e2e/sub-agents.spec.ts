import { expect, type Locator, type Page, test } from "@playwright/test";
import { requestCard } from "./support/asking-workspace.ts";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { lastTurn } from "./support/chat-turn.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Let a team of agents look at this folder";
// The folder may have the file of an earlier run.
const END = /one of them wrote this down|an earlier run already says so/;
const RUN_MS = 120_000;

let slug = "";
test.beforeAll(async () => {
  slug = await makeWorkspace("agents", { mode: "ask" });
});
test.beforeEach(async ({ page }) => signIn(page));

const agents = (page: Page): Locator =>
  lastTurn(page).getByRole("list", { name: "Sub-agents" }).getByRole("listitem");
const agent = (page: Page, task: string): Locator => agents(page).filter({ hasText: task });

test("follows a team of agents live, approves a call of one from the root's chat, and reads who did what", async ({
  page,
}) => {
  await page.goto(`/w/${slug}/chat`);
  await expect(page.getByRole("button", { name: TASK })).toBeVisible();
  await runTask(page, slug, TASK);

  // While they work, each has a row that says what it does.
  await expect(agents(page)).toHaveCount(3, { timeout: RUN_MS });
  await expect(agent(page, "Documents: find out")).toContainText("I read the first of them", {
    timeout: RUN_MS,
  });
  await expect(agent(page, "Sources: find out")).toContainText("Most of the definitions", {
    timeout: RUN_MS,
  });
  // One that repeats itself asks here what it should do, while the answers of the others stay.
  await expect(agent(page, "Old reports")).toContainText("waiting for your answer", { timeout: RUN_MS });
  const question = page.getByRole("article", { name: /^The run repeats itself/ });
  await expect(question).toContainText(
    "general (main agent) › explore “Old reports: find the report of 1999.”",
  );
  await question.getByRole("button", { name: "Give up" }).click();
  await expect(agent(page, "Old reports")).toContainText("repeated itself", { timeout: RUN_MS });
  await expect(agent(page, "Weigh these reports")).toContainText("do not contradict", { timeout: RUN_MS });

  // A call of a sub-agent asks here, with the agents above it and its exact arguments.
  const card = requestCard(page);
  await expect(card).toBeVisible({ timeout: RUN_MS });
  await expect(card).toContainText("general (main agent) › general “Write down");
  await expect(card).toContainText("what-the-agents-found.md");
  await expect(agent(page, "Write down")).toContainText("waiting for your approval");
  await expect(page.getByText(/^Waiting since .*: a sub-agent needs an answer · \d/)).toBeVisible();
  await expectAccessibleEverywhere(page);

  // The inbox has it too, and the page of the run names the state.
  const chat = page.url();
  await page.goto(`/w/${slug}/inbox`);
  await expect(page.getByRole("listitem").filter({ hasText: "write_file(" })).toContainText(
    "general (main agent) › general “Write down",
  );
  await page.goto(chat);
  await untilHydrated(page);
  await card
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await expect(lastTurn(page).getByText(END)).toBeVisible({ timeout: RUN_MS });
  await expect(agents(page)).toHaveCount(5);
  await expect(agent(page, "Write down")).toContainText(
    /Written to what-the-agents-found\.md|already had this content/,
  );

  // `/agents` lists them with their state, and the limits that are left.
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("/agents");
  await field.press("Enter");
  const panel = page.getByRole("region", { name: "Sub-agents" });
  await expect(panel.getByRole("listitem")).toHaveCount(5);
  await expect(panel).toContainText("This run can start 59 more sub-agents, 8 at a time, 3 levels deep.");
  await panel.getByRole("button", { name: "Close the sub-agents" }).click();
  await expect(panel).toHaveCount(0);

  // The page of the run: a card per agent, their runs with sums, and the way down and back up.
  await page.getByRole("link", { name: "Trace", exact: true }).first().click();
  // They are numbered in the order in which they started, which three calls at once leave to chance.
  const explorers = page.getByRole("link", { name: /^explore \d(, given up)?$/ });
  await expect
    .poll(async () => new Set((await explorers.allTextContents()).map((text) => /\d/.exec(text)?.[0])))
    .toEqual(new Set(["1", "2", "3"]));
  await expect(page.getByRole("link", { name: /^explore \d, given up$/ })).toBeVisible();
  await expect(page.getByText(/^\d+ calls · .* tokens/).first()).toBeVisible();
  // A sub-agent unfolds in place, with links into its own log, and the address keeps it open.
  await page
    .getByTitle(/^Open or close the steps of explore \d: Documents/)
    .first()
    .click();
  const steps = page.getByRole("region", { name: /^Steps of explore \d: Documents/ });
  await expect(
    steps
      .first()
      .getByRole("link", { name: /glob_files/ })
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/[?&]open=/);
  await page.getByRole("button", { name: "Close the steps" }).click();
  await expect(steps).toHaveCount(0);
  // In time, each has a row of its own below the call that started it.
  await page.getByText("Timeline", { exact: true }).first().click();
  await expect(page.getByRole("row", { name: /^explore \d: Old reports.*given up/ })).toBeVisible();
  // It unfolds in place, too: each call is a link into its log.
  const lane = page.getByRole("row", { name: /^explore \d: Documents/ });
  await lane.getByRole("button", { name: /^Open or close the steps/ }).click();
  await expect(lane).toHaveAttribute("aria-expanded", "true");
  const inner = page.getByRole("row", { name: /glob_files.*in a sub-agent$/ }).first();
  await expect(inner.getByRole("link", { name: /glob_files/ })).toHaveAttribute("href", /sel=/);
  await lane.getByRole("button", { name: /^Open or close the steps/ }).click();
  await expect(inner).toHaveCount(0);
  await page.getByText("Graph", { exact: true }).first().click();
  await page.getByRole("button", { name: "5 sub-agents" }).click();
  const tree = page.getByRole("list", { name: "Runs of this tree" });
  await expect(tree.getByRole("listitem")).toHaveCount(6);
  await expect(page.getByText("Total", { exact: true })).toBeVisible();
  await tree.getByRole("link", { name: /analyst/ }).click();
  await expect(page.getByRole("heading", { name: /^Weigh these reports/ })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page
    .getByRole("link", { name: `Open the trace of general: ${TASK}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: TASK })).toBeVisible();

  // The list has the run alone until its sub-agents are asked for.
  await page.goto(`/w/${slug}/traces`);
  await untilHydrated(page);
  await expect(page.getByRole("link", { name: TASK })).toBeVisible();
  await expect(page.getByText("Weigh these reports")).toHaveCount(0);
  await page.getByRole("button", { name: "5 sub-agents" }).click();
  await expect(page.getByText("Weigh these reports").first()).toBeVisible();
  await expectAccessibleEverywhere(page);
});
