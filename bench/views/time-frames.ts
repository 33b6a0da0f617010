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

/** Measures how smoothly the timeline of a run scrolls and the page follows the handle of its scrubber. */
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
    const scrolled = await recordFrames(page, () => scroll(page, forMs));
    const rows = await grid.getByRole("row").count();
    const dragged = await recordFrames(page, () => dragHandle(page, forMs));
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

/** Scrolls the timeline down and up, some rows per frame. */
async function scroll(page: Page, forMs: number): Promise<void> {
  await page.getByRole("treegrid").evaluate(async (grid, duration) => {
    const until = performance.now() + duration;
    for (let step = 0; performance.now() < until; step += 1) {
      grid.scrollTop += step % 120 < 60 ? 48 : -48;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, forMs);
}

/** Drags the handle to and fro with the pointer, one move per frame. */
async function dragHandle(page: Page, forMs: number): Promise<void> {
  const slider = page.getByRole("slider").last();
  const box = await slider.boundingBox();
  if (box === null) throw new Error("the page shows no scrubber");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const until = performance.now() + forMs;
  for (let step = 0; performance.now() < until; step += 1) {
    const back = step % 100 < 50 ? step % 50 : 50 - (step % 50);
    await page.mouse.move(box.x - back * 8, box.y + box.height / 2);
  }
  await page.mouse.up();
}
