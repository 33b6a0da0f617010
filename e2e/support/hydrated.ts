import type { Page } from "@playwright/test";

/** Waits until the script of a page that the server drew is at work: keys pressed before that are heard by nobody. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__reactFiber$"));
  });
  // What listens is attached after the first rendering; once nothing is left to do, it is.
  await page.evaluate(async () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
}
