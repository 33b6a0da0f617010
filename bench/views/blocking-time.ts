import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import { atMost, type Figure, plainFigure } from "../figure.ts";
import { quantile } from "../measure.ts";

/** A phone is about four times slower than this machine. */
const PHONE_SLOWDOWN = 4;
const PHONE = { width: 390, height: 844 };
const BLOCKING_MS = 600;
/** The page is quiet by then. Milliseconds. */
const QUIET_MS = 5_000;
const TIMEOUT_MS = 90_000;

/** The part of each task beyond 50 ms counts, as in the total blocking time of Lighthouse. */
const IN_THE_PAGE = `
  globalThis.__blocked = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.__blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
  globalThis.__largest = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.__largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  globalThis.__shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.__shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
`;

/** Measures how long a page blocks input while it loads on a simulated phone, over some visits with a filled cache. */
export async function blockingTime(
  context: BrowserContext,
  { name, path, visits }: { readonly name: string; readonly path: string; readonly visits: number },
): Promise<readonly Figure[]> {
  const page = await context.newPage();
  try {
    await page.setViewportSize(PHONE);
    await page.goto(path, { timeout: TIMEOUT_MS });
    await page.addInitScript(IN_THE_PAGE);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: PHONE_SLOWDOWN });
    const seen: (readonly [blocked: number, largest: number, shifted: number])[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      await page.goto(path, { timeout: TIMEOUT_MS });
      await sleep(QUIET_MS);
      seen.push(await page.evaluate<[number, number, number]>("[__blocked, __largest, __shifted]"));
    }
    const median = (index: 0 | 1 | 2): number =>
      quantile(
        seen.map((each) => each[index]),
        0.5,
      );
    return [
      atMost(
        { what: `${name} on a simulated phone: blocking time`, unit: "ms", value: median(0) },
        BLOCKING_MS,
        BLOCKING_MS,
      ),
      plainFigure(`${name} on a simulated phone: largest paint`, "ms", median(1)),
      atMost({ what: `${name} on a simulated phone: layout shift`, unit: "", value: median(2) }, 0.1, 0.01),
    ];
  } finally {
    await page.close();
  }
}
