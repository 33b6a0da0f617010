import { expect, test, type Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { lastTurn } from "./support/chat-turn.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const SECRET = "quokka-4711";
const TASK = `For ${SECRET}, find the total of all orders, even if the first way fails`;

let slug: string;

test.beforeAll(async () => {
  slug = await makeWorkspace("erasure");
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" }).first();
const conversations = (page: Page) => page.getByRole("complementary", { name: "Conversations" });

/** Runs the task until it ends. Returns the addresses of its conversation and of its trace. */
async function finishTask(page: Page): Promise<{ readonly chat: string; readonly trace: string }> {
  await runTask(page, slug, TASK);
  await expect(page.getByText("594.49").last()).toBeVisible();
  const link = lastTurn(page).getByRole("link", { name: "Trace", exact: true });
  await expect(link).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  return { chat: page.url(), trace: (await link.getAttribute("href"))?.split("?")[0] ?? "" };
}

test("erases a message from the inspector: its text is gone from trace, chat and lists", async ({ page }) => {
  const { chat, trace } = await finishTask(page);
  await expect(conversations(page).getByText(SECRET)).toBeVisible();
  await page.goto(`${trace}?sel=${trace.split("/").at(-1) ?? ""}:1`);
  await untilHydrated(page);
  await expect(inspector(page).getByText(SECRET).first()).toBeVisible();
  const eraser = inspector(page).getByRole("button", { name: "Erase this message…" });
  await eraser.click();
  const dialog = page.getByRole("alertdialog", { name: "Erase this message?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog).toContainText(SECRET);
  await expectAccessibleEverywhere(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(inspector(page).getByText(SECRET).first()).toBeVisible();
  await eraser.click();
  await dialog.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(page.getByText("The message was erased.").first()).toBeVisible();
  await expect(inspector(page).getByText("[erased]").first()).toBeVisible();
  await expect(eraser).toHaveCount(0);
  await expect(inspector(page)).toBeFocused();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  await page.reload();
  await expect(inspector(page).getByText("[erased]").first()).toBeVisible();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  await page.goto(chat);
  await expect(page.getByText("This message was erased.").first()).toBeVisible();
  await expect(page.getByText("594.49").last()).toBeVisible();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  await page.goto(`/w/${slug}/traces`);
  await expect(page.getByRole("link", { name: /\[erased\]/ }).first()).toBeVisible();
  await expect(page.getByText(SECRET)).toHaveCount(0);
});

test("moves the focus to the composer after a message was erased in the chat", async ({ page }) => {
  await finishTask(page);
  const dialog = page.getByRole("alertdialog", { name: "Erase this message?" });
  for (const name of ["Erase this message…", "Erase this answer…"]) {
    const eraser = page.getByRole("button", { name });
    await eraser.click();
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("This message was erased.").first()).toBeVisible();
    await expect(eraser).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  }
});

test("deletes a conversation permanently: it is gone from the list, and its chat and trace no longer open", async ({
  page,
}) => {
  const { chat, trace } = await finishTask(page);
  const row = conversations(page).getByRole("listitem").filter({ hasText: SECRET });
  await row.hover();
  await row.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Delete permanently…" }).click();
  const dialog = page.getByRole("alertdialog", { name: /^Permanently delete / });
  await expect(dialog).toContainText("This deletes 1 run");
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(trace);
  await expect(page.getByText("Couldn’t load the trace").first()).toBeVisible();
  await page.goto(chat);
  await expect(page.getByText("Couldn’t load the conversation").first()).toBeVisible();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  await page.goto(`/w/${slug}/traces`);
  await expect(page.getByRole("link", { name: new RegExp(SECRET) })).toHaveCount(0);
});
