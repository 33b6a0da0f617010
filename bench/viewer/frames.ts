import type { Page } from "@playwright/test";
import { quantile } from "../measure.ts";

/**
 * Observations during some work: frame times in milliseconds, the maximum number of mounted React Flow nodes, and the number of
 * places: positions of the camera with different boxes.
 */
export type Frames = {
  readonly p95Ms: number;
  readonly perSecond: number;
  readonly mountedMost: number;
  readonly places: number;
};

/** With fewer places the graph has not moved. */
const MIN_PLACES = { pan: 4, "zoom out": 2, "zoom in": 2 } as const;

/** Moves the graph for some time. Errors: when it did not move although not all of it is visible, which would produce meaningless figures. */
export async function measureMove(page: Page, move: Move, forMs: number): Promise<Frames> {
  const isLarger = (await page.getByTitle("Overview of the run").count()) > 0;
  const frames = await recordFrames(page, () => wheelAbout(page, move, forMs));
  if (isLarger && frames.places < MIN_PLACES[move])
    throw new Error(`the graph stood still: ${frames.places} places`);
  return frames;
}

/** Records each frame drawn by the page during `work`. */
export async function recordFrames(page: Page, work: () => Promise<void>): Promise<Frames> {
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
      places.add(`${viewport?.style.transform ?? ""} ${mounted.length}`);
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
    p95Ms: quantile(times, 0.95),
    perSecond: (1000 * times.length) / Math.max(1, total),
    mountedMost: most,
    places,
  };
}

/** The movement of the graph: scrolling, or stepping through all distances and back, starting from close up ("out") or from afar ("in"). */
export type Move = "pan" | "zoom out" | "zoom in";

/** Turns the wheel over the middle of the graph once per frame without waiting for a response, like a real wheel. */
async function wheelAbout(page: Page, move: Move, forMs: number): Promise<void> {
  await page.evaluate(
    async ({ kind, duration }) => {
      const graph = document.querySelector(".react-flow");
      const box = graph?.getBoundingClientRect();
      if (box === undefined) throw new Error("the page shows no graph");
      const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
      const under = document.elementFromPoint(at.clientX, at.clientY) ?? graph;
      const target = under?.closest(".react-flow__pane") ?? document.querySelector(".react-flow__pane");
      const until = performance.now() + duration;
      for (let step = 0; performance.now() < until; step += 1) {
        const isOutward = step % 80 < 40;
        const turn =
          kind === "pan"
            ? { deltaX: isOutward ? 60 : -60, deltaY: step % 40 < 20 ? 20 : -20 }
            : { deltaY: (kind === "zoom out") === isOutward ? 50 : -50, ctrlKey: true };
        target?.dispatchEvent(new WheelEvent("wheel", { ...at, ...turn, bubbles: true, cancelable: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    { kind: move, duration: forMs },
  );
}
