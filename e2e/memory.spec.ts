import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilEnded } from "./support/chat-turn.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { callProcedure } from "./support/procedures.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

test.describe.configure({ mode: "serial" });

const NAME = "Sums in euros";
const RULE = "Rule: State sums in euros. Why: The books are in euros. How to apply: Every report.";
const TAUGHT = "Please remember: always state sums in euros in reports, the books are in euros.";
const CORRECTED = "Rule: State sums in dollars. Why: The books moved. How to apply: Every report.";
const QUESTION = "Which currency do the sums in the reports have, euros or another?";

/** Saves the entry, then ends. */
const teacher = createPacedModel("teacher", async (turn) => {
  const input = {
    ...{ type: "feedback", name: NAME, description: "Reports state sums in euros", content: RULE },
    ...{ keywords: ["currency", "reports", "欧元"], quote: "always state sums in euros in reports" },
  };
  const call = { id: "call_1", name: "write_memory", arguments: JSON.stringify(input) };
  return await Promise.resolve(turn === 0 ? { text: "", calls: [call] } : { text: "Noted.", calls: [] });
});
/** Answers with what its request says. */
const asker = createPacedModel("asker", async (_, body) => {
  const currency = body.includes(CORRECTED) ? "dollars" : body.includes(RULE) ? "euros" : "no currency";
  return await Promise.resolve({ text: `My memory says ${currency}.`, calls: [] });
});

let slug = "";
let workspace: HostileWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  slug = await makeWorkspace("memory");
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  for (const model of [teacher, asker]) model.allow(20);
  workspace = await openHostileWorkspace(page, { slug, cases: [teacher.modelCase, asker.modelCase] });
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

async function ask(page: Page): Promise<string> {
  const { conversationId, traceId } = await workspace.start("asker", QUESTION);
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await untilHydrated(page);
  await expect(page.getByText(/^My memory says/).first()).toBeVisible();
  await untilEnded(page);
  return traceId;
}

async function openMemory(page: Page, query = ""): Promise<void> {
  await page.goto(`/w/${slug}/memory${query}`);
  await untilHydrated(page);
}

test("explains the purpose of memory while it is empty", async ({ page }) => {
  await openMemory(page);
  await expect(page.getByText("Nothing to remember yet")).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test("saves what a person teaches and recalls it in the next conversation, with the reasons", async ({
  page,
}) => {
  const { conversationId } = await workspace.start("teacher", TAUGHT);
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await expect(page.getByText(`Saved to memory: ${NAME}`)).toBeVisible();
  const traceId = await ask(page);
  await expect(page.getByText("My memory says euros.").first()).toBeVisible();
  await expect(page.getByText("1 memory entry in the context.")).toBeVisible();
  await page.goto(`/w/${slug}/traces/${traceId}?seq=1&tab=memory`);
  const inspector = page.getByRole("region", { name: "Inspector" }).first();
  await expect(inspector.getByRole("link", { name: NAME, exact: true })).toBeVisible();
  await expect(inspector.getByText("In the context")).toBeVisible();
});

test("shows an entry with its source and its runs, and lets a correction win", async ({ page }) => {
  await openMemory(page);
  await page.getByRole("button", { name: new RegExp(NAME) }).click();
  await expect(page.getByText("always state sums in euros in reports", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(QUESTION.slice(0, 20)) })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Content").fill(`${CORRECTED} See src/a.ts, since yesterday.`);
  await expect(page.getByText("“src/a.ts” can be looked up.")).toBeVisible();
  await page.getByLabel("Content").fill(CORRECTED);
  await page.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByText("+ Rule: State sums in dollars.")).toBeVisible();
  await ask(page);
  await expect(page.getByText("My memory says dollars.").first()).toBeVisible();
});

test("tests what a message would recall, and forgets a deleted entry", async ({ page }) => {
  await openMemory(page, "?tab=test");
  await page.getByLabel("A message to an agent").fill(QUESTION);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Recalled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: NAME }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Nothing to remember yet")).toBeVisible();
  await ask(page);
  await expect(page.getByText("My memory says no currency.").first()).toBeVisible();
});

test("takes a deleted entry out of the conversation that recalled it", async ({ page }) => {
  const fields = { type: "feedback", name: NAME, description: "Reports state sums in euros", content: RULE };
  const added = await callProcedure(page, "memory.add", {
    ...{ workspace: slug, fields: { ...fields, keywords: ["currency", "reports"] }, audience: "person" },
  });
  await ask(page);
  await expect(page.getByText("My memory says euros.").first()).toBeVisible();
  await callProcedure(page, "memory.remove", { workspace: slug, id: added("id") });
  await page.getByRole("textbox", { name: "Message" }).fill("And now?");
  await page.keyboard.press("Enter");
  await expect(page.getByText("My memory says no currency.").first()).toBeVisible();
  await expect(page.getByText("1 memory entry was changed or deleted", { exact: false })).toBeVisible();
});

test("proposes what to tidy up with a diff, and changes nothing before a person accepts", async ({
  page,
}) => {
  await openMemory(page, "?tab=tidy");
  await expect(page.getByText("Nothing to tidy up")).toBeVisible();
  await expectAccessibleEverywhere(page);
  for (const [name, content] of [
    ["Package tests", "Run tests of a single package with pnpm filters"],
    ["Single tests", "Run the tests of a single package with pnpm filters, please"],
    ["Pump alert", "The alert threshold of the pump is 8,000 liters"],
    ["Pump threshold", "The alert threshold of the pump is 5,000 liters"],
  ])
    await callProcedure(page, "memory.add", {
      ...{ workspace: slug, audience: "person" },
      fields: { type: "user", name, description: name, keywords: [], content },
    });
  await openMemory(page, "?tab=tidy");
  const list = page.getByRole("list", { name: "Tidy up" });
  const same = list.getByRole("listitem").filter({ hasText: "Two entries say the same thing" });
  await same.getByRole("button", { name: "Show the changes" }).click();
  await expect(same.getByText("+ Run the tests of a single package with pnpm filters, please")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await same.getByRole("button", { name: "Merge into the older" }).click();
  await expect(page.getByText("Two entries say the same thing")).toBeHidden();
  const other = list.getByRole("listitem").filter({ hasText: "Two entries disagree" });
  await expect(other.getByText("“Pump alert” and “Pump threshold”", { exact: false })).toBeVisible();
  await other.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Nothing to tidy up")).toBeVisible();
  await openMemory(page);
  await page.getByRole("button", { name: /Package tests/ }).click();
  await expect(
    page.getByText("Run the tests of a single package with pnpm filters, please").first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /Single tests.*superseded/ })).toBeVisible();
});

test("opens the entries for /memory in the message field", async ({ page }) => {
  await page.goto(`/w/${slug}/chat`);
  await untilHydrated(page);
  await page.getByRole("textbox", { name: "Message" }).fill("/memory pump threshold");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/memory\?q=pump\+threshold/);
  await expect(page.getByRole("button", { name: /Pump alert/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /Package tests/ })).toBeHidden();
});
