import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { requestCard } from "./support/asking-workspace.ts";
import { type DyingWorker, openDyingWorker } from "./support/dying-worker.ts";
import { type HostileWorkspace, openHostileWorkspace } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { submitSignInForm } from "./support/owner.ts";
import { test } from "./support/own-server.ts";
import { createPacedModel, sums, SUMS_END } from "./support/paced-model.ts";
import { killPart, type Part, signalPart } from "./support/processes.ts";
import { makeWorkspace } from "./support/workspace.ts";

const FILE = "notes.txt";
const END = "The notes are edited.";
/** A page that was opened before everything is back shows an error, so it is opened again. */
const ATTEMPT_MS = 15_000;
/** An external database is not killed, because this server cannot restart it. */
const PARTS: readonly Part[] = process.env.DATABASE_URL ? ["web", "worker"] : ["web", "worker", "database"];

test.skip(process.platform !== "linux", "needs /proc to find the processes to kill");

/** Reads the notes, edits them and ends. */
const editor = createPacedModel("editor", async (turn) => {
  const calls = [
    { name: "read_file", input: { path: FILE } },
    {
      name: "edit_file",
      input: { path: FILE, edits: [{ type: "insert_lines", after_line: 0, text: "two" }] },
    },
  ].map(({ name, input }, index) => ({ id: `call_${index}`, name, arguments: JSON.stringify(input) }));
  const call = calls[turn];
  return await Promise.resolve({
    text: call === undefined ? END : "",
    calls: call === undefined ? [] : [call],
  });
});
editor.allow(10);
const paced = createPacedModel("paced", sums(3));
let slug = "";
let workspace: HostileWorkspace;
let dying: DyingWorker;

test.beforeAll(async ({ browser, server }) => {
  const { email } = server.owner;
  slug = await makeWorkspace("restarts", { server, email });
  const page = await browser.newPage({ baseURL: server.address });
  await signIn(page, server);
  const cases = [paced.modelCase, editor.modelCase];
  workspace = await openHostileWorkspace(page, { slug, cases, mode: "ask" });
  dying = await openDyingWorker(server);
});
test.afterAll(async () => {
  await dying?.close();
  await workspace?.close();
});
test.beforeEach(async ({ page, server }) => await signIn(page, server));
test.afterEach(async ({ server }, info) => {
  if (info.status !== info.expectedStatus)
    await info.attach("server.log", { path: path.join(server.home, "server.log") });
});

async function signIn(
  page: Page,
  { owner }: { readonly owner: { readonly email: string; readonly password: string } },
): Promise<void> {
  await page.goto(`/w/${slug}/traces`);
  await submitSignInForm(page, owner);
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/`));
}

const conversation = (page: Page): Locator => page.getByRole("region", { name: "Conversation", exact: true });

test("keeps a run paused while everything is killed and restarted, and continues it when asked", async ({
  page,
  server,
}) => {
  const { conversationId } = await workspace.start("paced", "Keep adding numbers");
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await expect.poll(() => workspace.requestCount("paced")).toBe(1);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Pause the run" }).click();
  await expect(page.getByText("The run pauses before its next step.", { exact: true })).toBeVisible();
  // The active call ends first.
  paced.allow(1);
  await expect(page.getByText("This run is paused.")).toBeVisible();
  const requests = workspace.requestCount("paced");
  paced.allow(10);
  for (const part of PARTS) expect(await killPart(part, server.home), part).toBeGreaterThan(0);
  await expect(async () => {
    await page.goto(`/w/${slug}/chat/${conversationId}`);
    await expect(page.getByText("This run is paused.")).toBeVisible({ timeout: ATTEMPT_MS });
  }).toPass();
  expect(workspace.requestCount("paced")).toBe(requests);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Continue the run" }).click();
  await expect(conversation(page).getByText(SUMS_END)).toBeVisible();
});

test("asks in the inbox what became of a call whose process died, and continues with the report", async ({
  page,
  server,
}) => {
  const file = path.join(workspace.modelFolder("editor"), FILE);
  await writeFile(file, "one\n");
  // The worker of the server is halted, so that another one can die in its place.
  expect(await signalPart("worker", server.home, "SIGSTOP")).toBeGreaterThan(0);
  try {
    const { conversationId, traceId } = await workspace.start("editor", "Edit the notes");
    await dying.work(traceId);
    await page.goto(`/w/${slug}/chat/${conversationId}`);
    await untilHydrated(page);
    await requestCard(page, "edit_file").getByRole("button", { name: "Approve once" }).click();
    await expect(requestCard(page, "edit_file")).toContainText("You approved this");
    await dying.die(traceId);
    expect(await readFile(file, "utf8")).toContain("two");
    await signalPart("worker", server.home, "SIGCONT");
    await page.goto(`/w/${slug}/inbox`);
    const card = page.getByRole("article", { name: "Did edit_file take effect?" });
    await expect(card).toBeVisible();
    await expect(card).toContainText("The process died while this call was running.");
    await untilHydrated(page);
    await card.getByRole("button", { name: "It happened" }).click();
    await expect(page.getByRole("article")).toContainText(/You decided|Took effect, says/);
    await page.goto(`/w/${slug}/chat/${conversationId}`);
    await expect(conversation(page).getByText(END)).toBeVisible();
    // The edit was made once, and the model read what the person said.
    expect((await readFile(file, "utf8")).split("two")).toHaveLength(2);
    const { requests } = await workspace.read("editor", traceId);
    expect(requests.at(-1)?.body).toContain("A person checked and reports that it took effect.");
  } finally {
    await signalPart("worker", server.home, "SIGCONT");
  }
});
