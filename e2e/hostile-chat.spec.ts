import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { caseFaults } from "../apps/cli/test/support/case-faults.ts";
import { MODEL_CASES } from "../apps/cli/test/support/model-cases.ts";
import { chooseInComposer, expectSettled, expectShown, lastTurn } from "./support/chat-turn.ts";
import { type HostileWorkspace, openHostileWorkspace, type StartedRun } from "./support/hostile-workspace.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { createLiveCases, SLOW_WORDS } from "./support/live-cases.ts";
import { enterNewWorkspace } from "./support/new-account.ts";

/**
 * The cases that look different in the chat: an answer, refusals with their failures, retries, cut streams, questions of loops. The rest
 * of the table differs in the log only, which the tests of the command line cover; soak shows all of them.
 */
const SHOWN = new Set([
  ...["text", "reasoning", "text-and-tool", "three-calls", "twenty-writes", "arguments-wrong-schema"],
  ...["unknown-tool", "empty-answer-for-ever", "length-in-text", "rate-limit-once", "rate-limit-for-ever"],
  ...["no-quota", "server-error-mid-run", "key-refused", "tools-refused", "context-too-long", "cut-text-2"],
  ...["cut-call-3", "cut-for-ever", "slow-chunks", "identical-calls-for-ever", "new-arguments-for-ever"],
]);
const isSoak = process.env.GOALTRACE_SOAK !== undefined;
const CASES = isSoak ? MODEL_CASES : MODEL_CASES.filter(({ name }) => SHOWN.has(name));
const TASK = "What is the key word?";
const live = createLiveCases();
const runs = new Map<string, StartedRun>();
let page: Page;
let workspace: HostileWorkspace;

const taskTitle = (model: string): string => `Ask ${model}: what is the key word?`;
const list = () => page.getByRole("complementary", { name: "Conversations" });

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  const slug = await enterNewWorkspace(page, "hostile");
  const cases = [...CASES, ...live.cases];
  workspace = await openHostileWorkspace(page, { slug, cases, addedInSettings: cases[0]?.name });
  // Started concurrently, as by many people, and then checked one by one.
  await Promise.all(
    CASES.map(async ({ name }) => {
      runs.set(name, await workspace.start(name, taskTitle(name)));
    }),
  );
  await page.goto(`/w/${workspace.slug}/chat`);
  await untilHydrated(page);
  if (isSoak) await page.getByRole("button", { name: "Load older conversations" }).click();
  await expect(list().getByRole("link", { name: /^Ask / })).toHaveCount(CASES.length);
});
test.afterAll(async () => {
  await page?.close();
  await workspace?.close();
});

/** Starts a conversation with this model and sends the first message. */
async function startConversation(model: string): Promise<void> {
  await list().getByRole("button", { name: "New conversation" }).click();
  await chooseInComposer(page, "Model", model);
  await page.getByRole("textbox", { name: "Message" }).fill(TASK);
  await page.keyboard.press("Enter");
}

/** Ends the run that asks what it should do instead of repeating itself. */
async function answerLoop(): Promise<void> {
  const card = page.getByRole("main").getByRole("region").filter({ hasText: "repeats itself" }).last();
  await card.getByRole("button", { name: "Give up" }).click();
}

for (const modelCase of CASES) {
  test(`${modelCase.name}: the chat settles, shows the outcome, and the log is complete`, async () => {
    const run = runs.get(modelCase.name);
    if (run === undefined) throw new Error("The run was not started.");
    await list()
      .getByRole("link", { name: taskTitle(modelCase.name) })
      .click();
    if (modelCase.code === "DOOM_LOOP") await answerLoop();
    await expectSettled(page, modelCase.name);
    const seen = await workspace.read(modelCase.name, run.traceId);
    expect(caseFaults(modelCase, seen)).toEqual([]);
    expect(seen.requests.map((request) => request.body)).toEqual(seen.rebuilt);
    await expectShown(lastTurn(page), seen.entries);
  });
}

test("twenty writes in one answer create twenty files, each written once", () => {
  const folder = workspace.modelFolder("twenty-writes");
  const files = readdirSync(folder).filter((file) => file.startsWith("out-"));
  const lines = files.map((file) => readFileSync(path.join(folder, file), "utf8"));
  expect(lines.sort()).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index}\n`).sort());
});

test("an answer streams into the page and appears there once", async () => {
  await startConversation("slow-words");
  await expect(page.getByRole("button", { name: "Stop the run" })).toBeVisible();
  const text = lastTurn(page).locator(".prose");
  // The last letters are held back while they may begin a secret, which are random.
  await expect(text).toHaveText(/^The key/);
  live.finishWords();
  await expectSettled(page, "slow-words");
  await expect(text).toHaveText([SLOW_WORDS]);
});

test("stopping a run disconnects the model, keeps its text, and allows a next message", async () => {
  await startConversation("holds");
  await expect(lastTurn(page).getByText("Let me think")).toBeVisible();
  await page.getByRole("button", { name: "Stop the run" }).click();
  await live.disconnected;
  await expect(lastTurn(page).getByText("Stopped. Progress so far is saved.")).toBeVisible();
  await expectSettled(page, "holds");
  await expect(lastTurn(page).getByText("Let me think")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("And now?");
  await page.keyboard.press("Enter");
  await expect(lastTurn(page).getByText("It is heron.")).toBeVisible();
  await expectSettled(page, "holds");
  expect(workspace.requestCount("holds")).toBe(2);
});

test("retrying a failed turn replaces it with the new answer", async () => {
  await startConversation("key-refused-once");
  const card = lastTurn(page).getByRole("alert");
  await expect(card).toContainText("The model can’t be used");
  await expect(card.getByRole("link", { name: "Model settings" })).toBeVisible();
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(lastTurn(page).getByText("It is heron.")).toBeVisible();
  await expectSettled(page, "key-refused-once");
  await expect(page.getByRole("region", { name: /^Turn: / })).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(/^An earlier attempt failed\./)).toBeVisible();
  expect(workspace.requestCount("key-refused-once")).toBe(2);
});
