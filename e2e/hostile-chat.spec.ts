import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { caseFaults } from "../apps/cli/test/support/case-faults.ts";
import { MODEL_CASES } from "../apps/cli/test/support/model-cases.ts";
import { chooseInComposer, expectRested, expectShown, lastTurn } from "./support/chat-turn.ts";
import { type HostileWorkspace, openHostileWorkspace, type StartedRun } from "./support/hostile-workspace.ts";
import { createLiveCases, SLOW_WORDS } from "./support/live-cases.ts";
import { enterNewWorkspace } from "./support/new-account.ts";

const TASK = "What is the key word?";
const live = createLiveCases();
const runs = new Map<string, StartedRun>();
let page: Page;
let workspace: HostileWorkspace;

const titleOf = (model: string): string => `Ask ${model}: what is the key word?`;
const list = () => page.getByRole("complementary", { name: "Conversations" });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  page = await browser.newPage();
  const slug = await enterNewWorkspace(page, "hostile");
  const cases = [...MODEL_CASES, ...live.cases];
  workspace = await openHostileWorkspace(page, { slug, cases, typedIn: cases[0]?.name });
  // All at once, as from many people; each is looked at in its turn.
  await Promise.all(
    MODEL_CASES.map(async ({ name }) => {
      runs.set(name, await workspace.start(name, titleOf(name)));
    }),
  );
  await page.goto(`/w/${workspace.slug}/chat`);
  await page.getByRole("button", { name: "Load older conversations" }).click();
  await expect(list().getByRole("link", { name: /^Ask / })).toHaveCount(MODEL_CASES.length, {
    timeout: 30_000,
  });
});
test.afterAll(async () => {
  await page?.close();
  await workspace?.close();
});

/** A new conversation with this model, and a first message. */
async function ask(model: string): Promise<void> {
  await list().getByRole("button", { name: "New conversation" }).click();
  await chooseInComposer(page, "Model", model);
  await page.getByRole("textbox", { name: "Message" }).fill(TASK);
  await page.keyboard.press("Enter");
}

for (const one of MODEL_CASES) {
  test(`${one.name}: the chat comes to rest and tells what happened, and the log is whole`, async () => {
    const run = runs.get(one.name);
    if (run === undefined) throw new Error("It was not started.");
    await list()
      .getByRole("link", { name: titleOf(one.name) })
      .click();
    await expectRested(page, one.name);
    const seen = await workspace.read(one.name, run.traceId);
    expect(caseFaults(one, seen)).toEqual([]);
    expect(seen.requests.map((request) => request.body)).toEqual(seen.rebuilt);
    await expectShown(lastTurn(page), seen.entries);
  });
}

test("twenty writes in one answer leave twenty files, each written once", () => {
  const folder = workspace.folderOf("twenty-writes");
  const files = readdirSync(folder).filter((file) => file.startsWith("out-"));
  const lines = files.map((file) => readFileSync(path.join(folder, file), "utf8"));
  expect(lines.sort()).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index}\n`).sort());
});

test("an answer sent for from the composer streams into the page and stands there once", async () => {
  await ask("slow-words");
  await expect(page.getByRole("button", { name: "Stop the run" })).toBeVisible();
  const text = lastTurn(page).locator(".prose");
  await expect(text).toHaveText(/^The key/);
  const begun = (await text.innerText()).length;
  expect(begun).toBeLessThan(SLOW_WORDS.length);
  await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(begun);
  await expectRested(page, "slow-words");
  await expect(text).toHaveText([SLOW_WORDS]);
});

test("a run is stopped from the composer: the model is let go of, what was said stays, the next message is answered", async () => {
  await ask("holds");
  await expect(lastTurn(page).getByText("Let me think")).toBeVisible();
  await page.getByRole("button", { name: "Stop the run" }).click();
  await live.letGo;
  await expect(lastTurn(page).getByText("Stopped. Progress so far is saved.")).toBeVisible();
  await expectRested(page, "holds");
  await expect(lastTurn(page).getByText("Let me think")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("And now?");
  await page.keyboard.press("Enter");
  await expect(lastTurn(page).getByText("It is heron.")).toBeVisible();
  await expectRested(page, "holds");
  expect(workspace.requestsOf("holds")).toBe(2);
});

test("a turn that failed is tried again from its card, and the new answer takes its place", async () => {
  await ask("key-refused-once");
  const card = lastTurn(page).getByRole("alert");
  await expect(card).toContainText("The model can’t be used");
  await expect(card.getByRole("link", { name: "Model settings" })).toBeVisible();
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(lastTurn(page).getByText("It is heron.")).toBeVisible();
  await expectRested(page, "key-refused-once");
  await expect(page.getByRole("region", { name: /^Turn: / })).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(/^An earlier attempt failed\./)).toBeVisible();
  expect(workspace.requestsOf("key-refused-once")).toBe(2);
});
