import { expect, test, type Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { lastTurn, untilEnded } from "./support/chat-turn.ts";
import { enterDebugger } from "./support/debugger.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Add up a year of invoices in a small context window";
const FORGOTTEN = "3.5%";
const RUN_MS = 120_000;

let slug: string;

test.beforeAll(async () => {
  slug = await makeWorkspace("long-context");
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" }).first();
const tab = (page: Page, name: string) => inspector(page).getByRole("tab", { name });

/** Sends a message in the open conversation. */
async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

test("shows for a compacted run the contents of each request, what was removed and why, and how to restore it", async ({
  page,
}) => {
  await page.goto(`/w/${slug}/chat`);
  // A newcomer without a key finds the run among the suggestions.
  await expect(page.getByRole("button", { name: TASK })).toBeVisible();
  await runTask(page, slug, TASK);
  await expect(page.getByText("The year comes to").last()).toBeVisible({ timeout: RUN_MS });
  await expect(
    lastTurn(page)
      .getByText(/^Context compacted: .* close to the window limit\./)
      .first(),
  ).toBeVisible();
  const chat = page.url();

  // A search of the history is a call like any other: a row with its outcome, which opens to its result.
  const rows = lastTurn(page).getByRole("list", { name: "Tool calls" }).locator("details");
  const search = rows.filter({ hasText: "supplier grants" }).first();
  await expect(search).toContainText("Done");
  await search.locator("summary").click();
  await expect(search).toContainText(FORGOTTEN);
  const after = await lastTurn(page)
    .getByRole("link", { name: /^Goal 12 done/ })
    .getAttribute("href");
  // The link at the end of the turn selects the answer. The line of the compaction has a link of the same name, which selects the seam.
  await untilEnded(page);
  await lastTurn(page).getByRole("link", { name: "Trace", exact: true }).last().click();
  await enterDebugger(page);
  await expect(inspector(page)).toContainText("The year comes to");

  // The seam, its reason, and the ledger of what it kept and dropped. It is before the answer, so the key continues at the start.
  await page.keyboard.press("c");
  await expect(inspector(page)).toContainText("The context was close to the window limit");
  await expect(inspector(page)).toContainText("Written bythe model");
  const dropped = inspector(page).getByRole("listitem").filter({ hasText: FORGOTTEN });
  await expect(dropped).toContainText("dropped");

  // A line of the index leads to the folded result.
  await inspector(page)
    .getByRole("button", { name: /^State, verbatim/ })
    .click();
  const index = inspector(page).getByRole("list", { name: "Index of folded calls" });
  const line = index.getByRole("listitem").first();
  await expect(line).toContainText(/calculator\(.*\): [\d.]+/);
  const total = (await line.innerText()).match(/: ([\d.]+)/)?.[1] ?? "no total";
  await line.getByRole("button", { name: /^Show original/ }).click();
  await expect(line.locator("code")).toHaveText(total);
  const seam = page.url();
  await line.getByRole("button", { name: /^Select #/ }).click();
  await expect(inspector(page)).toContainText(total);

  // A later call: its exact bytes, the summary in place of the history, and what the model no longer sees.
  await page.goto(after ?? "");
  await untilHydrated(page);
  await tab(page, "Context").click();
  const unseen = inspector(page).getByRole("region", { name: "No longer fully visible to the model" });
  await expect(unseen).toContainText(/\d+ messages folded into a summary/);
  await inspector(page)
    .getByRole("button", { name: /^Show exact request/ })
    .click();
  await expect(inspector(page).getByText("Same bytes as sent")).toBeVisible();
  await inspector(page).getByRole("radio", { name: "All messages" }).click();
  await expect(inspector(page)).toContainText("<context-compacted>");

  // Pinned again, the forgotten number is in the next turn's request.
  await page.goto(seam);
  await untilHydrated(page);
  await dropped.getByRole("button", { name: "Pin again" }).click();
  await expect(dropped).toContainText("pinned");
  await expectAccessibleEverywhere(page);
  await page.goto(chat);
  await send(page, "Which discount applies?");
  await expect(page.getByText(`${FORGOTTEN}. You pinned it`).last()).toBeVisible({ timeout: RUN_MS });
});
