import { expect, test, type Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { OWNER, runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Find the total of all orders, even if the first way fails";
let slug: string;
let traces: string;

test.setTimeout(120_000);
test.use({ timezoneId: "Asia/Shanghai" });
test.beforeAll(async () => {
  slug = await makeWorkspace("first-data");
  traces = `/w/${slug}/traces`;
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Scripts of pages are asked for but do not come before the returned function is called: a slow line. */
async function holdScripts(page: Page): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await allowed;
    await route.continue();
  });
  return letCome;
}

test("the list of runs is in the page itself, and in nobody else's", async ({ page, playwright }) => {
  await runTask(page, slug, TASK);
  await expect(page.getByText("594.49").filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 });
  const row = new RegExp(`<a [^>]*data-run[^>]*href="${traces}/([0-9a-f-]{36})"[^>]*>${TASK}</a>`);
  let id = "";
  // A server that is short of time sends the page without; the next one has it.
  await expect
    .poll(async () => (id = row.exec(await (await page.request.get(traces)).text())?.[1] ?? ""), {
      timeout: 30_000,
    })
    .not.toBe("");
  const stranger = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  expect((await (await stranger.get(traces)).text()).includes(id)).toBe(false);
  await stranger.dispose();
});

test("server and browser begin with the same page, and nothing in it is asked for again", async ({
  page,
}) => {
  const asked: string[] = [];
  const errors: string[] = [];
  // The first page of a browser tells the server where it is.
  await page.goto(traces);
  await expect(page.getByRole("link", { name: TASK }).first()).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain("time-zone");
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  for (const address of [traces, `${traces}?started=24h`, `/w/${slug}/chat`, `/w/${slug}/usage`]) {
    await page.goto(address);
    await untilHydrated(page);
    await page.getByRole("button", { name: /Account/ }).press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
  }
  expect(errors).toEqual([]);
  const questions = asked.filter((path) => path.startsWith("/api/trpc/") && !path.includes("watch"));
  expect(questions).toEqual([]);
});

test("menus and overlays answer to the first key, and give the focus back", async ({ page }) => {
  await page.goto(traces);
  await untilHydrated(page);
  const account = page.getByRole("button", { name: /Account/ });
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByRole("searchbox")).toBeFocused();
});

test("what is typed before the page's script is there stays, and can be sent", async ({ page }) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto(`/w/${slug}/chat`, { waitUntil: "commit" });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Typed on a slow line");
  letScriptsCome();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await expect(message).toHaveValue("Typed on a slow line");
});

test("signing in waits for the page's script and keeps what was typed before it", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL });
  const letScriptsCome = await holdScripts(page);
  await page.goto("/signin", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  letScriptsCome();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong email or password. Check both and sign in again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
  await page.close();
});

test("an address outside of every workspace keeps the frame of one, drawn by the server and at work", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto("/nowhere");
  await untilHydrated(page);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Chat", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  expect(errors).toEqual([]);
  expect(await (await page.request.get("/nowhere")).text()).toContain(`href="/w/${OWNER.slug}/traces"`);
});
