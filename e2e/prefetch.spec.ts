import { expect, test, type Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { OWNER, runTask, signIn } from "./support/owner.ts";
import { makeWorkspace } from "./support/workspace.ts";

const TASK = "Find the total of all orders, even if the first way fails";
/** Long enough for several pages of a busy server. A query that the page always repeats fails within it too. */
const REPEATED_MS = 120_000;
let slug: string;
let traces: string;
test.use({ timezoneId: "Asia/Shanghai" });
test.beforeAll(async () => {
  slug = await makeWorkspace("prefetch");
  traces = `/w/${slug}/traces`;
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Simulates a slow connection: holds back the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("the HTML contains the list of runs, but only for members", async ({ page, playwright }) => {
  await runTask(page, slug, TASK);
  await expect(page.getByText("594.49").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  const row = new RegExp(`<a [^>]*data-run[^>]*href="${traces}/([0-9a-f-]{36})"[^>]*>${TASK}</a>`);
  let id = "";
  // A slow server may send the page without prefetched data, so this retries.
  await expect
    .poll(async () => (id = row.exec(await (await page.request.get(traces)).text())?.[1] ?? ""), {})
    .not.toBe("");
  const anonymous = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  expect((await (await anonymous.get(traces)).text()).includes(id)).toBe(false);
  await anonymous.dispose();
});

test("hydrates the server's page without errors or repeated queries", async ({ page }) => {
  const requested: string[] = [];
  const errors: string[] = [];
  // The first page stores the browser's time zone in a cookie.
  await page.goto(traces);
  await expect(page.getByRole("link", { name: TASK }).first()).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain("time-zone");
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const queries = (): readonly string[] =>
    requested.filter((path) => path.startsWith("/api/trpc/") && !path.includes("watch"));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  for (const address of [traces, `${traces}?started=24h`, `/w/${slug}/chat`, `/w/${slug}/usage`])
    // A server that is too slow sends the page without some data, which the browser then queries: so a page may be opened again.
    await expect(async () => {
      await page.goto("about:blank");
      requested.length = 0;
      await page.goto(address);
      await untilHydrated(page);
      await page.getByRole("button", { name: /Account/ }).press("Enter");
      await expect(page.getByRole("menu")).toBeVisible();
      expect(queries(), address).toEqual([]);
    }).toPass({ timeout: REPEATED_MS });
  expect(errors).toEqual([]);
});

test("menus and overlays react to the first key press and restore the focus", async ({ page }) => {
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

test("keeps input typed before hydration, ready to send", async ({ page }) => {
  const releaseScripts = await holdScripts(page);
  await page.goto(`/w/${slug}/chat`, { waitUntil: "commit" });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Typed before hydration");
  releaseScripts();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await expect(message).toHaveValue("Typed before hydration");
});

test("enables sign-in after hydration and keeps earlier input", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL });
  const releaseScripts = await holdScripts(page);
  await page.goto("/signin", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  releaseScripts();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong email or password. Check both and sign in again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
  await page.close();
});

test("an unknown path shows a working workspace frame rendered by the server", async ({ page }) => {
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
