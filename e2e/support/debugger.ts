import { expect, type Locator, type Page } from "@playwright/test";
import { untilHydrated } from "./hydrated.ts";
import { OWNER } from "./owner.ts";

const LIST = `/w/${OWNER.slug}/traces`;
/** The addresses of the seeded runs, by a part of their tasks. They stay while the tests run. */
const storyAddresses = new Map<string, string>();

/** Returns the address of a seeded run, from the list of runs as the server sends it: a browser would take seconds for the list. */
export async function findStory(page: Page, task: string): Promise<string> {
  const known = storyAddresses.get(task);
  if (known !== undefined) return known;
  const link = new RegExp(`href="(${LIST}/[0-9a-f-]{36})"[^>]*>[^<]*${task}`);
  let found = "";
  // A slow server may send the list without its rows.
  await expect
    .poll(async () => (found = link.exec(await (await page.request.get(LIST)).text())?.[1] ?? ""))
    .not.toBe("");
  storyAddresses.set(task, found);
  return found;
}

/** Opens the trace page of a seeded run by its task. */
export async function openStory(page: Page, task: string): Promise<void> {
  await page.goto(await findStory(page, task));
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
