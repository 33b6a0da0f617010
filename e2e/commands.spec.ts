import { expect, test } from "@playwright/test";
import {
  type AskingWorkspace,
  CALLER_END,
  createCaller,
  openAskingWorkspace,
  requestCard,
} from "./support/asking-workspace.ts";
import { signIn } from "./support/owner.ts";

/** Its lines come one after the other, so that a page that waits for the result would show none of the first. */
const EDITED = "for i in 1 2 3; do echo line $i; sleep 1; done; echo edited > done.txt";

let slug = "";
let workspace: AskingWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  const cases = [createCaller("commands", "bash_command", { command: "rm -rf src" })];
  workspace = await openAskingWorkspace({ browser, baseURL }, "commands", cases);
  ({ slug } = workspace);
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

test("asks about a command, runs it as a person edited it, and streams its lines", async ({ page }) => {
  const { conversationId } = await workspace.start("commands", "Clean up");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  const card = requestCard(page, "bash_command");
  await expect(card).toContainText("rm -rf src");
  await expect(card).toContainText("which is not known to be harmless");
  await card.getByRole("button", { name: "Edit" }).click();
  await card.getByLabel("command").fill(EDITED);
  await card.getByRole("button", { name: "Approve with these changes" }).click();
  const chat = page.getByRole("region", { name: "Conversation", exact: true });
  await expect(chat.getByText("line 1")).toBeVisible();
  await expect(chat.getByText("line 3")).toHaveCount(0);
  await expect(chat.getByText(CALLER_END)).toBeVisible();
  expect(await workspace.written("commands", "done.txt")).toBe("edited\n");
  await expect(chat.getByText(/· done · \d/u)).toBeVisible();
});
