import { expect, type Locator, type Page, test } from "@playwright/test";
import { type HostileWorkspace, openHostileWorkspace, type SeenRun } from "./support/hostile-workspace.ts";
import { expectAccessibleEverywhere } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { signIn } from "./support/owner.ts";
import { createPacedModel, sums, SUMS_END } from "./support/paced-model.ts";
import { makeWorkspace } from "./support/workspace.ts";

const STEERING = "Use the other file from now on";

const steered = createPacedModel("steered", sums(2));
const queued = createPacedModel("queued", sums(1));
const onPhone = createPacedModel("on-phone", sums(1));

let slug = "";
let workspace: HostileWorkspace;
test.beforeAll(async ({ browser, baseURL }) => {
  slug = await makeWorkspace("messages");
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(page);
  const cases = [steered, queued, onPhone].map(({ modelCase }) => modelCase);
  workspace = await openHostileWorkspace(page, { slug, cases });
});
test.afterAll(async () => workspace?.close());
test.beforeEach(async ({ page }) => signIn(page));

/** Starts a conversation whose model waits with its first answer, and opens it. Returns the id of the run. */
async function open(page: Page, model: string): Promise<string> {
  const { conversationId, traceId } = await workspace.start(model, "Add numbers");
  await expect.poll(() => workspace.requestCount(model)).toBe(1);
  await page.goto(`/w/${slug}/chat/${conversationId}`);
  await untilHydrated(page);
  return traceId;
}

async function send(page: Page, how: "Steer" | "Queue", text: string): Promise<void> {
  await page.getByRole("radio", { name: how, exact: true }).click();
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
}

const queue = (page: Page): Locator => page.getByRole("region", { name: "Queued messages" });
const conversation = (page: Page): Locator => page.getByRole("region", { name: "Conversation", exact: true });
const countIn = ({ requests }: SeenRun, text: string): readonly number[] =>
  requests.map(({ body }) => body.split(text).length - 1);

test("steers a run that works: the model reads the text before its next call, once", async ({ page }) => {
  const traceId = await open(page, "steered");
  await send(page, "Steer", STEERING);
  await expect(
    page.getByText("Sent. The agent reads it before its next step.", { exact: true }),
  ).toBeVisible();
  steered.allow(3);
  await expect(conversation(page).getByText(SUMS_END)).toBeVisible();
  await expect(conversation(page).getByText(STEERING)).toHaveCount(1);
  expect(countIn(await workspace.read("steered", traceId), STEERING)).toEqual([0, 1, 1]);
});

test("queues messages that can be edited and removed until they are sent, even after a reload", async ({
  page,
}) => {
  const traceId = await open(page, "queued");
  await send(page, "Queue", "Then add the taxes");
  await send(page, "Queue", "Then forget everything");
  await expect(queue(page).getByRole("listitem")).toHaveText([/add the taxes/, /forget everything/]);
  await queue(page).getByRole("button", { name: "Edit the queued message" }).first().click();
  await queue(page).getByRole("textbox", { name: "Text of the queued message" }).fill("Then add the tips");
  await page.keyboard.press("Enter");
  await expect(queue(page)).toContainText("Then add the tips");
  await queue(page).getByRole("button", { name: "Remove from the queue" }).last().click();
  await expect(queue(page).getByRole("listitem")).toHaveText([/Then add the tips/]);
  await page.reload();
  await expect(queue(page).getByRole("listitem")).toHaveText([/Then add the tips/]);
  await expectAccessibleEverywhere(page);
  queued.allow(3);
  await expect(conversation(page).getByText(SUMS_END)).toHaveCount(2);
  await expect(queue(page)).toHaveCount(0);
  await expect(conversation(page)).not.toContainText("forget everything");
  const seen = await workspace.read("queued", traceId);
  expect(countIn(seen, "Then add the tips")).toEqual([0, 0, 1]);
  expect(countIn(seen, "forget everything")).toEqual([0, 0, 0]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("queues and steers with the same controls, which fit next to each other", async ({ page }) => {
    await open(page, "on-phone");
    await send(page, "Steer", STEERING);
    await send(page, "Queue", "Then add the taxes");
    await expect(queue(page)).toContainText("Then add the taxes");
    for (const name of ["Pause the run", "Stop the run"])
      await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    onPhone.allow(3);
    await expect(conversation(page).getByText(SUMS_END)).toHaveCount(2);
    await expect(conversation(page).getByText(STEERING)).toHaveCount(1);
  });
});
