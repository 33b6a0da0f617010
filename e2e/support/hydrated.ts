import type { Page } from "@playwright/test";

/** Waits until a server-rendered page is hydrated; earlier key presses would be lost. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__reactFiber$"));
  });
  // Effects attach their listeners after the first render, so wait until the browser is idle.
  await page.evaluate(async () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
}
