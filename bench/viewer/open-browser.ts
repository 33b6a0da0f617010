import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { findBrowser } from "../../scripts/lib/browser.mjs";
import { OWNER } from "../bench-owner.ts";

/**
 * Sets a mark when the totals in the header have been painted, one when a card of the graph with its title has, one when the graph can be used, and one when the
 * facts of the run are in the inspector. A part that is hidden does not count. `__name` is a helper that the TypeScript loader adds to functions sent to the
 * page.
 */
const IN_EVERY_PAGE = `
  globalThis.__name = (value) => value;
  const parts = new Map([
    ["totals-painted", "main header dl dd"],
    ["graph-painted", ".react-flow__node, .first-picture button"],
    ["graph-usable", ".react-flow__node"],
    ["inspector-painted", "[role=region][aria-label='Run overview'] dl"],
  ]);
  const look = () => {
    for (const [mark, selector] of parts) {
      if (document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) !== true) continue;
      parts.delete(mark);
      setTimeout(() => performance.mark(mark), 0);
    }
    if (parts.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

/** Starts a headless Chromium; returns null when there is none. */
export async function openBrowser(): Promise<Browser | null> {
  const asRoot = process.getuid?.() === 0;
  return await chromium
    .launch({
      executablePath: findBrowser(),
      args: asRoot ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
    })
    .catch(() => null);
}

/** Opens a browser context with the owner signed in. */
export async function signedIn(browser: Browser, base: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(IN_EVERY_PAGE);
  const response = await context.request.post(`${base}/api/auth/sign-in/email`, {
    data: { email: OWNER.email, password: OWNER.password },
    headers: { origin: base },
  });
  if (!response.ok()) throw new Error(`signing in returned ${response.status()}: ${await response.text()}`);
  return context;
}
