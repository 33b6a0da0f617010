import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { type Figure, plainFigure } from "../figure.ts";
import { readHeapMegabytes } from "../viewer/trace-view.ts";

/** The cost of opening a page. `shownMs`: until the text was in it; `kilobytes`: what came over the network apart from the code of the application. */
export type Opening = {
  readonly shownMs: number;
  readonly serverMs: number;
  readonly kilobytes: number;
  readonly nodes: number;
};

/** Beyond this time a page is considered broken, not slow. Milliseconds. */
const TIMEOUT_MS = 60_000;
/** The rest of a page comes within this time. Milliseconds. */
const SETTLE_MS = 1_500;

/** Opens a page and waits until a text is in it. */
export async function opened(context: BrowserContext, address: string, text: string): Promise<Opening> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    const received = await countData(session);
    await page.goto(address, { waitUntil: "commit", timeout: TIMEOUT_MS });
    await untilShown(page, text);
    const shownMs = await page.evaluate(() => performance.now());
    await sleep(SETTLE_MS);
    const serverMs = await page.evaluate(() => {
      const [{ requestStart, responseStart } = { requestStart: 0, responseStart: 0 }] =
        performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return responseStart - requestStart;
    });
    return { shownMs, serverMs, kilobytes: received() / 1_000, nodes: await countNodes(page) };
  } finally {
    await page.close();
  }
}

/** Opens a page that stays open; `figures` waits for the last text and returns what the page holds then. */
export async function followed(
  context: BrowserContext,
  address: string,
): Promise<{ figures(last: string, what: string): Promise<readonly Figure[]> }> {
  const page = await context.newPage();
  await page.goto(address, { timeout: TIMEOUT_MS });
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  return {
    figures: async (last, what) => {
      await untilShown(page, last);
      const figures = [
        plainFigure(`${what}, heap`, "MB", await readHeapMegabytes(session)),
        plainFigure(`${what}, elements`, "", await countNodes(page)),
      ];
      await page.close();
      return figures;
    },
  };
}

async function untilShown(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body?.innerText.includes(wanted) === true, text, {
    timeout: TIMEOUT_MS,
    polling: 50,
  });
}

async function countNodes(page: Page): Promise<number> {
  return await page.evaluate(() => document.querySelectorAll("*").length);
}

/** Counts the bytes that a page receives, compressed as they come, apart from scripts, styles and fonts. */
async function countData(session: CDPSession): Promise<() => number> {
  const code = new Set<string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.includes("/_next/static/")) code.add(requestId);
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength, dataLength }) => {
    if (!code.has(requestId)) bytes += encodedDataLength > 0 ? encodedDataLength : dataLength;
  });
  await session.send("Network.enable");
  return () => bytes;
}
