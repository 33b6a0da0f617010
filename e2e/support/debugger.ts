import { expect, type Locator, type Page } from "@playwright/test";
import { untilHydrated } from "./hydrated.ts";
import { OWNER } from "./owner.ts";

/** Opens the trace page of a seeded run by its task, through the list of runs. */
export async function openStory(page: Page, task: string): Promise<void> {
  await page.goto(`/w/${OWNER.slug}/traces`);
  await page
    .getByRole("link", { name: new RegExp(task) })
    .first()
    .click();
  await expect(page.getByRole("tree", { name: "Goals" })).toBeVisible();
  await untilHydrated(page);
}

/** Waits until the debugger has the focus, which it takes when it opens, so that its keys work. */
export async function enterDebugger(page: Page): Promise<void> {
  await expect
    .poll(
      async () =>
        await page.evaluate(() => {
          const active = document.activeElement ?? document.body;
          // Without a focus, the active element is the body, which holds the tree too.
          return active !== document.body && active.querySelector('[role="tree"]') !== null;
        }),
    )
    .toBe(true);
}

/** Presses a key until the target has the focus. Throws after `maxPresses`. */
export async function pressUntil(page: Page, key: string, target: Locator, maxPresses = 60): Promise<void> {
  for (let presses = 0; presses <= maxPresses; presses += 1) {
    const focused = await target
      .first()
      .evaluate((element) => element === document.activeElement)
      .catch(() => false);
    if (focused) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} did not get the focus after pressing ${key} ${maxPresses} times.`);
}
