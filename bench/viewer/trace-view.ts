import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "@playwright/test";

/** Beyond this a page is broken, not slow. Milliseconds. */
const PATIENCE_MS = 90_000;

/**
 * How soon a graph was there, in milliseconds: since the address was opened, and since its data had arrived; and how long the server and
 * the way took for the data.
 */
export type FirstGraph = {
  readonly sinceOpeningMs: number;
  readonly sinceDataMs: number;
  readonly answerMs: number;
};

/** Opens a trace and waits until its graph is painted. */
export async function openTrace(page: Page, path: string): Promise<FirstGraph> {
  await page.goto(path, { waitUntil: "commit", timeout: PATIENCE_MS });
  await page.waitForFunction(() => performance.getEntriesByName("graph-painted").length > 0, null, {
    timeout: PATIENCE_MS,
    polling: 50,
  });
  return await page.evaluate(() => {
    const painted = performance.getEntriesByName("graph-painted")[0]?.startTime ?? 0;
    const data = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("traces.skeleton"));
    const arrived = Math.max(0, ...data.map((entry) => entry.startTime + entry.duration));
    return {
      sinceOpeningMs: painted,
      sinceDataMs: Math.max(0, painted - arrived),
      answerMs: Math.max(0, ...data.map((entry) => entry.duration)),
    };
  });
}

/** Bytes of the skeleton's answer as JSON and gzipped. */
export async function skeletonSize(
  page: Page,
  path: string,
): Promise<{ readonly bytes: number; readonly gzipped: number }> {
  const asked = page.waitForRequest((request) => request.url().includes("traces.skeleton"), {
    timeout: PATIENCE_MS,
  });
  await openTrace(page, path);
  const request = await asked;
  // A streamed answer cannot be read twice: it is asked for again, the same way.
  const answer = await page.request.get(request.url(), {
    headers: { "trpc-accept": request.headers()["trpc-accept"] ?? "" },
  });
  if (!answer.ok()) throw new Error(`the skeleton answered ${answer.status()}`);
  const body = await answer.body();
  return { bytes: body.length, gzipped: gzipSync(body).length };
}

/** Milliseconds from a click on an edge's chip until what it holds is painted, `clicks` times over the edges in sight. */
export async function expandEdges(page: Page, clicks: number): Promise<readonly number[]> {
  return await page.evaluate(async (limit) => {
    const chips = (): HTMLElement[] => [
      ...document.querySelectorAll<HTMLElement>(".react-flow__viewport-portal button[aria-expanded=false]"),
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

/** Milliseconds from the last key until what the page holds was searched, and until the contents were too. */
export async function searchFor(
  page: Page,
  text: string,
): Promise<{ readonly firstMs: number; readonly completeMs: number }> {
  await page.getByRole("searchbox").first().fill("");
  return await page.evaluate(async (wanted) => {
    const field = document.querySelector<HTMLInputElement>("[role=searchbox]");
    const found = field?.parentElement?.querySelector("[role=status]");
    if (!field || !found) throw new Error("the page has no search");
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    const startedAt = performance.now();
    setValue?.call(field, wanted);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    let firstMs = 0;
    for (;;) {
      await nextFrame();
      const said = found.textContent;
      const passed = performance.now() - startedAt;
      if (firstMs === 0 && said !== "") firstMs = passed;
      const isComplete = said !== "" && !/searching|so far/.test(said);
      if (isComplete || passed > 30_000) return { firstMs, completeMs: passed };
    }
  }, text);
}

/** What the page's own objects take after a collection, in megabytes. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await metricOf(session, "JSHeapUsedSize")) / 1e6;
}

/** A counter of the page: `ThreadTime`, the CPU time of its main thread, in seconds, `JSHeapUsedSize` in bytes. */
export async function metricOf(session: CDPSession, name: "ThreadTime" | "JSHeapUsedSize"): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === name)?.value ?? 0;
}
