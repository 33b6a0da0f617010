import { randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { runAdmin } from "./support/admin.ts";
import { openBreakableConnection } from "./support/breakable-connection.ts";
import { openHostileWorkspace } from "./support/hostile-workspace.ts";
import { signIn, submitSignInForm } from "./support/owner.ts";
import { createPacedModel, sums, SUMS_END } from "./support/paced-model.ts";
import { callProcedure } from "./support/procedures.ts";
import { SHARED_SERVER } from "./support/server.ts";
import { makeWorkspace } from "./support/workspace.ts";

const STEPS = 6;
const TEXTS = [...Array.from({ length: STEPS }, (_, step) => `Sum ${step}, once.`), SUMS_END];

/** Creates a member of the workspace and signs in on a page of their own. */
async function signInColleague(page: Page, slug: string): Promise<void> {
  const account = {
    email: `colleague-${randomBytes(4).toString("hex")}@example.com`,
    password: "some horse battery",
  };
  const { email, password } = account;
  await runAdmin(SHARED_SERVER, [
    "create-user",
    "--workspace",
    slug,
    "--email",
    email,
    "--password",
    password,
  ]);
  await page.goto("/signin");
  await submitSignInForm(page, account);
  await expect(page).toHaveURL(/\/w\//);
}

/** The answers on a page, in order. */
const answers = (page: Page): Promise<readonly string[]> =>
  page.getByRole("main").locator(".prose").allInnerTexts();

/** The numbers of the entries in the table on a page, in order. */
const entryNumbers = async (page: Page): Promise<readonly string[]> =>
  await page.getByRole("grid").locator("[role=row][aria-selected] > :first-child").allInnerTexts();

test("two people in three tabs see every entry of a shared run in order, even after a disconnect", async ({
  page,
  browser,
  baseURL,
}) => {
  const model = createPacedModel("shared", sums(STEPS));
  await signIn(page);
  const slug = await makeWorkspace("two-people");
  const workspace = await openHostileWorkspace(page, { slug, cases: [model.modelCase] });
  const connection = await openBreakableConnection(baseURL ?? "");
  const colleague = await browser.newContext({ baseURL: connection.baseUrl });
  try {
    const { conversationId, traceId } = await workspace.start("shared", "Add numbers");
    await callProcedure(page, "conversations.setVisibility", {
      workspace: slug,
      id: conversationId,
      visibility: "shared",
    });
    const theirChat = await colleague.newPage();
    await signInColleague(theirChat, slug);
    const theirTrace = await colleague.newPage();
    await Promise.all([
      page.goto(`/w/${slug}/chat/${conversationId}`),
      theirChat.goto(`/w/${slug}/chat/${conversationId}`),
      theirTrace.goto(`/w/${slug}/traces/${traceId}?view=table`),
    ]);
    model.allow(2);
    for (const chat of [page, theirChat]) await expect.poll(() => answers(chat)).toEqual(TEXTS.slice(0, 2));
    connection.cut();
    await expect(theirChat.getByText(/^Reconnecting since/)).toBeVisible();
    model.allow(2);
    await expect.poll(() => answers(page)).toEqual(TEXTS.slice(0, 4));
    expect(await answers(theirChat)).toEqual(TEXTS.slice(0, 2));
    connection.mend();
    model.allow(STEPS);
    for (const chat of [page, theirChat]) await expect.poll(() => answers(chat)).toEqual(TEXTS);
    // Their trace grew with the run; a page that opens now shows the same.
    await page.goto(`/w/${slug}/traces/${traceId}?view=table`);
    // Both pages may still be growing.
    await expect(async () => {
      const numbers = await entryNumbers(page);
      expect(numbers).not.toEqual([]);
      expect(await entryNumbers(theirTrace)).toEqual(numbers);
    }).toPass({ timeout: 90_000 });
  } finally {
    await colleague.close();
    connection.close();
    await workspace.close();
  }
});
