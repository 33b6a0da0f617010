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
const FEWEST_PLACES = 4;

/** Moves the graph for some time. Errors: when it stood still, which would be a fine figure of nothing. */
export async function framesOfMove(page: Page, move: Move, forMs: number): Promise<Frames> {
  const frames = await framesDuring(page, () => wheelAbout(page, move, forMs));
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

/** How the graph is moved: about, or through all its scales and back, out first from close up and in first from afar. */
export type Move = "pan" | "zoom out" | "zoom in";

/** Turns the wheel over the middle of the graph once in each frame: an answer to each turn is awaited by nobody, as with a real wheel. */
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
