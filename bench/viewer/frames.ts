import type { Page } from "@playwright/test";
import { quantileOf } from "../measure.ts";

/** What was seen meanwhile: frame times in milliseconds, the most React Flow nodes mounted at once, and how many places the camera had. */
export type Frames = {
  readonly p95Ms: number;
  readonly perSecond: number;
  readonly mountedMost: number;
  readonly places: number;
};

/** Fewer places of the graph's camera than this are no movement. */
const FEWEST_PLACES = 10;

/** As `framesDuring`, but for a graph that must move meanwhile. Errors: when it stood still, which would be a fine figure of nothing. */
export async function framesOfMove(page: Page, move: () => Promise<void>): Promise<Frames> {
  const frames = await framesDuring(page, move);
  if (frames.places < FEWEST_PLACES) throw new Error(`the graph stood still: ${frames.places} places`);
  return frames;
}

/** Records each frame that the page gets to draw while `work` goes on. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  const recorder = await page.evaluateHandle(() => {
    const mounted = document.getElementsByClassName("react-flow__node");
    const viewport = document.querySelector<HTMLElement>(".react-flow__viewport");
    const frames: number[] = [];
    const places = new Set<string>();
    let most = 0;
    let isOn = true;
    const note = (at: number): void => {
      frames.push(at);
      most = Math.max(most, mounted.length);
      places.add(viewport?.style.transform ?? "");
      if (isOn) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return {
      stop: () => {
        isOn = false;
        return { frames, most, places: places.size };
      },
    };
  });
  await work();
  const { frames, most, places } = await recorder.evaluate((running) => running.stop());
  await recorder.dispose();
  const times = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const total = times.reduce((sum, time) => sum + time, 0);
  return {
    p95Ms: quantileOf(times, 0.95),
    perSecond: (1000 * times.length) / Math.max(1, total),
    mountedMost: most,
    places,
  };
}

/** Drags and wheels the graph about with real input events for some time. */
export async function panAbout(page: Page, forMs: number): Promise<void> {
  const { x, y } = await middleOfGraph(page);
  await page.mouse.move(x, y);
  await repeat(forMs / 2, (step) => page.mouse.wheel(step % 60 < 30 ? 60 : -60, step % 20 < 10 ? 20 : -20));
  await page.mouse.down();
  await repeat(forMs / 2, (step) =>
    page.mouse.move(x + 200 * Math.sin(step / 8), y + 40 * Math.cos(step / 8)),
  );
  await page.mouse.up();
}

/** Wheel steps from a scale of 1 to where the graph is drawn from afar. */
const ZOOM_STEPS = 16;

/** Zooms around the middle through all levels and back, over and over, out first when close up. */
export async function zoomAbout(page: Page, forMs: number, first: "out" | "in"): Promise<void> {
  const { x, y } = await middleOfGraph(page);
  await page.mouse.move(x, y);
  const delta = first === "out" ? 120 : -120;
  await page.keyboard.down("Control");
  await repeat(forMs, (step) => page.mouse.wheel(0, step % (2 * ZOOM_STEPS) < ZOOM_STEPS ? delta : -delta));
  await page.keyboard.up("Control");
}

async function repeat(forMs: number, work: (step: number) => Promise<void>): Promise<void> {
  const until = performance.now() + forMs;
  for (let step = 0; performance.now() < until; step += 1) await work(step);
}

async function middleOfGraph(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator(".react-flow").boundingBox();
  if (box === null) throw new Error("the page shows no graph");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
