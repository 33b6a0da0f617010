import { expect, type Locator, type Page } from "@playwright/test";
import { OWNER } from "./owner.ts";

/** Opens the trace page of a seeded story by its task, through the list as a person would. */
export async function openStory(page: Page, task: string): Promise<void> {
  await page.goto(`/w/${OWNER.slug}/traces`);
  await page
    .getByRole("link", { name: new RegExp(task) })
    .first()
    .click();
  await expect(page.getByRole("tree", { name: "Goals" })).toBeVisible({ timeout: 20_000 });
}

/** The debugger takes the focus when it opens, so that its keys work at once. */
export async function enterDebugger(page: Page): Promise<void> {
  await expect
    .poll(
      async () => await page.evaluate(() => document.activeElement?.querySelector('[role="tree"]') !== null),
    )
    .toBe(true);
}

/** Presses a key until the target has the focus; fails after `most` presses. */
export async function pressUntil(page: Page, key: string, target: Locator, most = 60): Promise<void> {
  for (let presses = 0; presses <= most; presses += 1) {
    const focused = await target
      .first()
      .evaluate((element) => element === document.activeElement)
      .catch(() => false);
    if (focused) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} ${most} times did not bring the focus to ${target.toString()}.`);
}
