import { expect, test, type Locator, type Page } from "@playwright/test";
import { runTask, signIn } from "./support/owner.ts";
import { recordShifts, shiftsOf } from "./support/shifts.ts";
import { makeWorkspace } from "./support/workspace.ts";

/** All shifts of a page together must stay below this: the line of the running call comes and goes once. A person notices five times as much. */
const STILL = 0.02;
const SCREENS = [
  { name: "a desk", width: 1440, height: 900 },
  { name: "a phone", width: 390, height: 844 },
];
const TASK = "Find the total of all orders, even if the first way fails";

let slug: string;

test.setTimeout(120_000);
test.beforeAll(async () => {
  slug = await makeWorkspace("steady");
});
test.beforeEach(async ({ page }) => {
  await signIn(page);
  await recordShifts(page);
});

async function expectStill(page: Page): Promise<void> {
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(STILL);
}

type Box = Awaited<ReturnType<Locator["boundingBox"]>>;

function overlap(one: Box, other: Box): boolean {
  if (one === null || other === null) throw new Error("What should be visible is not.");
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const above = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return !beside && !above;
}

for (const { name, ...viewport } of SCREENS) {
  test(`nothing shifts while a run is live in the chat on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await runTask(page, slug, TASK);
    await expect(page.getByText("594.49").filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
    await expectStill(page);
  });

  test(`nothing shifts when the fonts come late on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`/w/${slug}/traces`);
    const run = page.getByRole("link", { name: /Find the total/ }).first();
    await expect(run).toBeVisible();
    const trace = (await run.getAttribute("href")) ?? "";
    for (const address of [`/w/${slug}/traces`, `/w/${slug}/chat`, trace]) {
      let bringFonts = (): void => undefined;
      const held = new Promise<void>((resolve) => (bringFonts = resolve));
      await page.route("**/*.woff2", async (route) => {
        await held;
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
      bringFonts();
      await page.evaluate(async () => await document.fonts.load('13px "Geist Variable"'));
      await page.waitForLoadState("load");
      await page.unrouteAll({ behavior: "wait" });
      await expectStill(page);
    }
  });

  test(`a lost connection is told without covering or moving anything on ${name}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(viewport);
    for (const address of [`/w/${slug}/traces`, `/w/${slug}/settings/models`]) {
      await page.goto(address);
      const heading = page.getByRole("heading", { level: 1 }).first();
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
      const before = await heading.boundingBox();
      await context.setOffline(true);
      const banner = page.getByText(/^Offline since/);
      await expect(banner).toBeVisible();
      const told = await banner.boundingBox();
      for (const place of [page.getByRole("main"), page.getByRole("navigation", { name: "Workspace" })]) {
        expect(overlap(told, await place.boundingBox())).toBe(false);
      }
      expect(await heading.boundingBox()).toEqual(before);
      await context.setOffline(false);
      await expect(banner).toBeHidden();
    }
    await expectStill(page);
  });
}
