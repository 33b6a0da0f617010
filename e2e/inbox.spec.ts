import { randomBytes } from "node:crypto";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { runAdmin } from "./support/admin.ts";
import {
  type AskingWorkspace,
  CALLER_END as END,
  createCaller,
  openAskingWorkspace,
  requestCard as card,
} from "./support/asking-workspace.ts";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import type { StartedRun } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn, submitSignInForm } from "./support/owner.ts";
import { callProcedure } from "./support/procedures.ts";
import { SHARED_SERVER } from "./support/server.ts";

const FILE = "report.md";
/** One's own decision, until the run has read it and afterwards. */
const APPROVED = /You approved this|Approved by Mira Okafor/;
const WRITERS = ["edited", "denied", "shared", "phone"];
const WEI = {
  email: `wei-${randomBytes(4).toString("hex")}@example.com`,
  password: "patient horse battery",
};

let slug = "";
let workspace: AskingWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  const cases = [
    ...WRITERS.map((name) =>
      createCaller(name, "write_file", { path: FILE, content: `Written by ${name}.\nSecond line.` }),
    ),
    createCaller("asking", "ask_user", { question: "Which owner?", choices: ["Ana", "Ben"] }),
  ];
  workspace = await openAskingWorkspace({ browser, baseURL }, "inbox", cases);
  ({ slug } = workspace);
  const role = ["--workspace", slug, "--role", "member"];
  await runAdmin(SHARED_SERVER, ["create-user", ...role, "--email", WEI.email, "--password", WEI.password]);
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

const answer = (page: Page): Locator =>
  page.getByRole("region", { name: "Conversation", exact: true }).getByText(END);
const rows = (page: Page): Locator => page.getByRole("listitem").filter({ hasText: "write_file(" });
const written = async (model: string): Promise<string | null> => await workspace.written(model, FILE);

async function openInbox(page: Page): Promise<void> {
  await page.goto(`/w/${slug}/inbox`);
  await untilHydrated(page);
}

async function start(model: string): Promise<StartedRun> {
  return await workspace.start(model, `Write the notes (${model})`);
}

test("approves a call with an edit by keys, and exactly the edited call runs", async ({ page }) => {
  await page.goto(`/w/${slug}/usage`);
  const { conversationId } = await start("edited");
  await expect(page.getByRole("link", { name: "Inbox, 1 waiting" })).toBeVisible();
  await page.getByRole("link", { name: "Inbox, 1 waiting" }).click();
  await expect(card(page)).toContainText("Written by edited.");
  await expect(page.getByText("1 waiting for you")).toBeVisible();
  expect(await written("edited")).toBeNull();
  // Keys are listened for after the page has rendered.
  await untilHydrated(page);
  await page.keyboard.press("e");
  await page.getByLabel("content").fill("Written by a person.");
  await page.getByRole("button", { name: "Approve with these changes" }).click();
  await expect(page.getByRole("article")).toContainText(APPROVED);
  await expect(page.getByText("Nothing is waiting for you")).toBeVisible();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await expect(answer(page)).toBeVisible();
  expect(await written("edited")).toBe("Written by a person.");
});

test("denies a call with a reason in the conversation, where the row then says so", async ({ page }) => {
  const { conversationId, traceId } = await start("denied");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await untilHydrated(page);
  await expect(card(page)).toContainText("Written by denied.");
  await card(page).getByRole("button", { name: "Deny" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Keep the notes");
  await page.keyboard.press("Enter");
  await expect(card(page)).toHaveCount(0);
  await expect(answer(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Tool calls" })).toContainText("Denied by a person");
  expect(await written("denied")).toBeNull();
  const { entries } = await workspace.read("denied", traceId);
  const outputs = entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "tool" ? [entry.output] : [],
  );
  expect(outputs.join()).toContain("Keep the notes");
});

test("shows a decision at once to another person who looks at the same request", async ({
  page,
  browser,
  baseURL,
}) => {
  const { conversationId, traceId } = await start("shared");
  await callProcedure(page, "conversations.setVisibility", {
    workspace: slug,
    id: conversationId,
    visibility: "shared",
  });
  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  await other.goto("/signin");
  await submitSignInForm(other, WEI);
  await expect(other).toHaveURL(new RegExp(`/w/${slug}/`));
  await openInbox(other);
  await expect(other.getByText("Nothing is waiting for you")).toBeVisible();
  await other.getByRole("radio", { name: "For others 1" }).click();
  await expect(card(other)).toContainText("Written by shared.");
  await page.goto(`/w/${slug}/traces/${traceId}`);
  await untilHydrated(page);
  await expect(card(page)).toContainText("Written by shared.");
  await expectAccessibleEverywhere(other);
  await card(page).getByRole("button", { name: "Approve once" }).click();
  await expect(card(page)).toHaveCount(0);
  await expect(other.getByRole("article")).toContainText("Approved by Mira Okafor");
  await expect(other.getByRole("button", { name: "Approve once" })).toHaveCount(0);
  await expect(rows(other)).toHaveCount(0);
  await expect.poll(async () => await written("shared")).toContain("Written by shared.");
  await other.close();
});

test("answers a question of an agent with one of its choices", async ({ page }) => {
  const { conversationId } = await start("asking");
  await openInbox(page);
  await expect(page.getByRole("article", { name: "Which owner?" })).toBeVisible();
  await page.getByRole("button", { name: "Ben" }).click();
  await expect(page.getByRole("article")).toContainText(/You answered|Answered by/);
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await expect(answer(page)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("opens a request from the list, approves it and goes back", async ({ page }) => {
    await start("phone");
    await openInbox(page);
    await expect(card(page)).toBeHidden();
    await rows(page).getByRole("button").click();
    await expect(card(page)).toContainText("Written by phone.");
    await expect(rows(page)).toBeHidden();
    await page.getByRole("button", { name: "Approve once" }).click();
    await expect(page.getByRole("article")).toContainText(APPROVED);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect(page.getByText("Nothing is waiting for you")).toBeVisible();
    await expect.poll(async () => await written("phone")).toContain("Written by phone.");
  });
});
