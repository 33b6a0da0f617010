import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "@playwright/test";

/** Beyond this time a page is considered broken, not slow. Milliseconds. */
const TIMEOUT_MS = 90_000;

/**
 * The time until a graph is shown, in milliseconds: since the page was opened; until it can be used, since the page was opened and since its data arrived; the time of
 * the data's request; the time until the totals in the header are shown, which need no log; and the time after the graph at which the inspector shows the run, negative before it.
 */
export type FirstGraph = {
  readonly sinceOpeningMs: number;
  readonly usableMs: number;
  readonly sinceDataMs: number;
  readonly answerMs: number;
  readonly totalsMs: number;
  readonly inspectorAfterMs: number;
};

/** Opens a trace without a selection and waits until its graph can be used and its inspector is painted. */
export async function openTrace(page: Page, path: string): Promise<FirstGraph> {
  await page.goto(path, { waitUntil: "commit", timeout: TIMEOUT_MS });
  await page.waitForFunction(
    () =>
      ["graph-painted", "graph-usable", "inspector-painted"].every(
        (mark) => performance.getEntriesByName(mark).length > 0,
      ),
    null,
    { timeout: TIMEOUT_MS, polling: 50 },
  );
  return await page.evaluate(() => {
    const painted = performance.getEntriesByName("graph-painted")[0]?.startTime ?? 0;
    const usable = performance.getEntriesByName("graph-usable")[0]?.startTime ?? 0;
    const data = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("traces.skeleton"));
    const arrived = Math.max(0, ...data.map((entry) => entry.startTime + entry.duration));
    return {
      sinceOpeningMs: painted,
      usableMs: usable,
      sinceDataMs: Math.max(0, usable - arrived),
      answerMs: Math.max(0, ...data.map((entry) => entry.duration)),
      totalsMs: performance.getEntriesByName("totals-painted")[0]?.startTime ?? Number.NaN,
      inspectorAfterMs: (performance.getEntriesByName("inspector-painted")[0]?.startTime ?? 0) - painted,
    };
  });
}

/** Returns the bytes of the outline response as JSON and gzipped. */
export async function skeletonSize(
  page: Page,
  path: string,
): Promise<{ readonly bytes: number; readonly gzipped: number }> {
  const pendingRequest = page.waitForRequest((request) => request.url().includes("traces.skeleton"), {
    timeout: TIMEOUT_MS,
  });
  await openTrace(page, path);
  const request = await pendingRequest;
  // A streamed response cannot be read twice, so the same request is sent again.
  const answer = await page.request.get(request.url(), {
    headers: { "trpc-accept": request.headers()["trpc-accept"] ?? "" },
  });
  if (!answer.ok()) throw new Error(`the outline request returned ${answer.status()}`);
  const body = await answer.body();
  return { bytes: body.length, gzipped: gzipSync(body).length };
}

/** Returns the milliseconds from a click on an edge's chip until its contents are painted, for `clicks` visible edges. */
export async function expandEdges(page: Page, clicks: number): Promise<readonly number[]> {
  return await page.evaluate(async (limit) => {
    const chips = (): HTMLElement[] => [
      ...document.querySelectorAll<HTMLElement>(
        ".react-flow__node button[aria-expanded=false][title^='Open or close the steps']",
      ),
    ];
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (let index = 0; index < limit; index += 1) {
      const inSight = chips();
      const chip = inSight[index % inSight.length];
      if (chip === undefined) break;
      await nextFrame();
      const clickedAt = performance.now();
      chip.click();
      do await nextFrame();
      while (
        chip.isConnected &&
        chip.getAttribute("aria-expanded") === "false" &&
        performance.now() - clickedAt < 5_000
      );
      await new Promise((resolve) => setTimeout(resolve, 0));
      times.push(performance.now() - clickedAt);
      if (chip.isConnected) chip.click();
      await nextFrame();
      await nextFrame();
    }
    return times;
  }, clicks);
}

/** Returns the milliseconds from the last key until the loaded entries were searched, and until the contents were searched too. */
export async function searchFor(
  page: Page,
  text: string,
): Promise<{ readonly firstMs: number; readonly completeMs: number }> {
  await page.getByRole("searchbox").first().fill("");
  return await page.evaluate(async (text) => {
    const field = document.querySelector<HTMLInputElement>("[role=searchbox]");
    const status = field?.parentElement?.querySelector("[role=status]");
    if (!field || !status) throw new Error("the page has no search");
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    const startedAt = performance.now();
    setValue?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    let firstMs = 0;
    for (;;) {
      await nextFrame();
      const message = status.textContent;
      const passed = performance.now() - startedAt;
      if (firstMs === 0 && message !== "") firstMs = passed;
      const isComplete = message !== "" && !/searching|so far/.test(message);
      if (isComplete || passed > 30_000) return { firstMs, completeMs: passed };
    }
  }, text);
}

/** Returns the size of the page's objects after a garbage collection, in megabytes. */
export async function readHeapMegabytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await readMetric(session, "JSHeapUsedSize")) / 1e6;
}

/** Reads a counter of the page: `ThreadTime`, the CPU time of its main thread in seconds, or `JSHeapUsedSize` in bytes. */
export async function readMetric(
  session: CDPSession,
  name: "ThreadTime" | "JSHeapUsedSize",
): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === name)?.value ?? 0;
}
