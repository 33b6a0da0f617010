import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { atMost, type Figure, plainFigure } from "../figure.ts";
import { recordFrames } from "../viewer/frames.ts";

/** At 60 frames per second frames are 16.67 ms apart; with a dropped frame, 33. Milliseconds. */
const FRAME_MS = 17;
const ROWS_LIMIT = 100;
/** The work after the first paint ends within this time. Milliseconds. */
const SETTLE_MS = 600;
const TIMEOUT_MS = 90_000;

/** With fewer places than this the page has not moved, and its frames say nothing. */
const MIN_PLACES = 10;

/**
 * Measures how smoothly the timeline of a run scrolls and the page follows the handle of its scrubber. A long run opens with its goals folded, which
 * leaves nothing to scroll, so they are unfolded first; it is dragged as it opens. Errors: when the page did not move.
 */
export async function timeFrames(
  context: BrowserContext,
  { name, path, forMs }: { readonly name: string; readonly path: string; readonly forMs: number },
): Promise<readonly Figure[]> {
  const page = await context.newPage();
  try {
    await page.goto(`${path}?view=timeline`, { timeout: TIMEOUT_MS });
    const grid = page.getByRole("treegrid");
    await grid.getByRole("row").first().waitFor({ timeout: TIMEOUT_MS });
    await sleep(SETTLE_MS);
    const dragged = await recordFrames(page, () => dragHandle(page, forMs));
    await unfoldGoals(page);
    await sleep(SETTLE_MS);
    const scrolled = await recordFrames(page, () => scroll(page, forMs));
    const rows = await grid.getByRole("row").count();
    const frame = (what: string, value: number): Figure =>
      atMost({ what: `${name}: ${what}, p95 frame`, unit: "ms", value }, FRAME_MS, FRAME_MS);
    return [
      frame("scrolling the timeline", scrolled.p95Ms),
      plainFigure(`${name}: scrolling the timeline`, "frames/s", scrolled.perSecond),
      atMost({ what: `${name}: rows mounted`, unit: "", value: rows }, ROWS_LIMIT, ROWS_LIMIT),
      frame("dragging the scrubber", dragged.p95Ms),
      plainFigure(`${name}: dragging the scrubber`, "frames/s", dragged.perSecond),
    ];
  } finally {
    await page.close();
  }
}

/** Opens the folded goals in view until the rows fill more than two screens or none is folded. */
async function unfoldGoals(page: Page): Promise<void> {
  const grid = page.getByRole("treegrid");
  const folded = grid.locator('[role="row"][aria-expanded="false"]').getByRole("button");
  const isShort = (): Promise<boolean> =>
    grid.evaluate((element) => element.scrollHeight < 3 * element.clientHeight);
  while ((await isShort()) && (await folded.count()) > 0) {
    const before = await grid.getAttribute("aria-rowcount");
    await folded.first().click();
    await page.waitForFunction(
      (count) => document.querySelector('[role="treegrid"]')?.getAttribute("aria-rowcount") !== count,
      before,
    );
  }
}

/** Scrolls the timeline down and up, some rows per frame. */
async function scroll(page: Page, forMs: number): Promise<void> {
  const places = await page.getByRole("treegrid").evaluate(async (grid, duration) => {
    const until = performance.now() + duration;
    const seen = new Set<number>();
    for (let step = 0; performance.now() < until; step += 1) {
      grid.scrollTop += step % 120 < 60 ? 48 : -48;
      seen.add(grid.scrollTop);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return seen.size;
  }, forMs);
  if (places < MIN_PLACES) throw new Error(`the timeline stood still: ${places} places`);
}

/**
 * Drags the handle to and fro, one move per frame. The moves are sent from inside the page: sent from outside, each waits for the answer to the one
 * before, so a slow page gets fewer of them, and frames without any count as fast.
 */
async function dragHandle(page: Page, forMs: number): Promise<void> {
  const slider = page.getByRole("slider").last();
  const box = await slider.boundingBox();
  if (box === null) throw new Error("the page shows no scrubber");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const places = await slider.evaluate(
    async (handle, { duration, x, y }) => {
      const until = performance.now() + duration;
      const seen = new Set<string | null>();
      for (let step = 0; performance.now() < until; step += 1) {
        const back = step % 100 < 50 ? step % 50 : 50 - (step % 50);
        const move = { pointerId: 1, pointerType: "mouse", clientX: x - back * 8, clientY: y };
        handle.dispatchEvent(new PointerEvent("pointermove", { ...move, bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        seen.add(handle.getAttribute("aria-valuenow"));
      }
      return seen.size;
    },
    { duration: forMs, x: box.x, y: box.y + box.height / 2 },
  );
  await page.mouse.up();
  if (places < MIN_PLACES) throw new Error(`the handle stood still: ${places} places`);
}
