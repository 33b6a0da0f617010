import { expect, test, type Locator, type Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { sendTask, signIn } from "./support/owner.ts";
import { forgetShifts, recordShifts, readShifts } from "./support/shifts.ts";
import { makeWorkspace } from "./support/workspace.ts";

/** Maximum sum of layout shifts per page. The line of the running call appears and disappears once; people notice five times as much. */
const MAX_SHIFT = 0.02;
/** Long enough for several pages of a busy server. A page that always moves fails within it too. */
const REPEATED_MS = 120_000;
const SCREENS = [
  { name: "a desktop", width: 1440, height: 900 },
  { name: "a phone", width: 390, height: 844 },
];
const TASK = "Find the total of all orders, even if the first way fails";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

let slug: string;
test.beforeAll(async () => {
  slug = await makeWorkspace("layout-stability");
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
  await recordShifts(page);
});

async function expectNoShifts(page: Page): Promise<void> {
  const shifts = await readShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(MAX_SHIFT);
}

/** Opens a page whose fonts arrive after its text. */
async function expectStable(page: Page, address: string): Promise<void> {
  let releaseFonts = (): void => undefined;
  const released = new Promise<void>((resolve) => (releaseFonts = resolve));
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await expect(
    page
      .getByRole("main")
      .getByText(/orders|Message|Find the total/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  releaseFonts();
  await page.evaluate(async () => await document.fonts.load('13px "Geist Variable"'));
  await page.waitForLoadState("load");
  await page.unrouteAll({ behavior: "wait" });
  await expectNoShifts(page);
}

type Box = Awaited<ReturnType<Locator["boundingBox"]>>;

function overlap(first: Box, second: Box): boolean {
  if (first === null || second === null) throw new Error("An element that should be visible is not.");
  const beside = first.x + first.width <= second.x || second.x + second.width <= first.x;
  const above = first.y + first.height <= second.y || second.y + second.height <= first.y;
  return !beside && !above;
}

for (const { name, ...viewport } of SCREENS) {
  test(`nothing shifts during a live run in the chat on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`/w/${slug}/chat`);
    await untilHydrated(page);
    await forgetShifts(page);
    await sendTask(page, TASK);
    await expect(page.getByText("594.49").filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
    await expectNoShifts(page);
  });

  test(`nothing shifts when the fonts load late on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`/w/${slug}/traces`);
    const run = page.getByRole("link", { name: /Find the total/ }).first();
    await expect(run).toBeVisible();
    const trace = (await run.getAttribute("href")) ?? "";
    for (const address of [`/w/${slug}/traces`, `/w/${slug}/chat`, trace])
      // A server that is too slow sends the page without some data, which moves it when it arrives: so a page may be opened again.
      await expect(async () => await expectStable(page, address)).toPass({ timeout: REPEATED_MS });
  });

  test(`the offline banner covers and moves nothing on ${name}`, async ({ page, context }) => {
    await page.setViewportSize(viewport);
    for (const address of [`/w/${slug}/traces`, `/w/${slug}/settings/models`]) {
      await page.goto(address);
      await untilHydrated(page);
      const heading = page.getByRole("heading", { level: 1 }).first();
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
      await forgetShifts(page);
      const before = await heading.boundingBox();
      await context.setOffline(true);
      const banner = page.getByText(/^Offline since/);
      await expect(banner).toBeVisible();
      const bannerBox = await banner.boundingBox();
      for (const area of [page.getByRole("main"), page.getByRole("navigation", { name: "Workspace" })]) {
        expect(overlap(bannerBox, await area.boundingBox())).toBe(false);
      }
      expect(await heading.boundingBox()).toEqual(before);
      await context.setOffline(false);
      await expect(banner).toBeHidden();
    }
    await expectNoShifts(page);
  });
}

test("the conversation does not move when the goals panel arrives late", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/w/${slug}/chat`);
  await untilHydrated(page);
  const panel = page.getByRole("complementary", { name: "Goals" });
  await expect(panel).toBeVisible();
  const field = page.getByRole("textbox", { name: "Message" });
  const box = await field.boundingBox();
  await page.addStyleTag({ content: "aside[aria-label=Goals] { display: none }" });
  await expect(panel).toBeHidden();
  expect(await field.boundingBox()).toEqual(box);
});
