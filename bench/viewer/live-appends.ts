import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import { atMost, type Figure, plainFigure } from "../figure.ts";
import type { WrittenRun } from "../written-run.ts";
import { recordFrames } from "./frames.ts";
import { readMetric, openTrace } from "./trace-view.ts";
import { turnEntries } from "./written-work.ts";

const TURNS_PER_SECOND = 5;
/** CPU time of the page per commit (spec 06, "live append"). Milliseconds. */
const WORK_MS = 8;

/** Measures a page that follows a long run while more is appended: its CPU time per commit beyond its idle work, and its frames. */
export async function liveAppends(
  context: BrowserContext,
  path: string,
  { run, seconds }: { readonly run: WrittenRun; readonly seconds: number },
): Promise<readonly Figure[]> {
  const page = await context.newPage();
  await openTrace(page, path);
  await sleep(1_000);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const busyDuring = async (work: () => Promise<void>): Promise<number> => {
    const before = await readMetric(session, "ThreadTime");
    await work();
    return ((await readMetric(session, "ThreadTime")) - before) * 1_000;
  };
  const turns = seconds * TURNS_PER_SECOND;
  const idleMs = await busyDuring(async () => {
    await recordFrames(page, () => sleep(seconds * 1_000));
  });
  let p95Ms = 0;
  const startedAt = performance.now();
  const busyMs = await busyDuring(async () => {
    const frames = await recordFrames(page, async () => {
      for (let turn = 1; turn <= turns; turn += 1) {
        await run.append(turnEntries("g1", `live-${turn}`));
        await sleep(Math.max(0, startedAt + (turn * 1_000) / TURNS_PER_SECOND - performance.now()));
      }
    });
    p95Ms = frames.p95Ms;
  });
  await page.close();
  await run.finish();
  const value = Math.max(0, busyMs - idleMs) / turns;
  return [
    atMost(
      { what: "live append to a long run: CPU of the page per commit", unit: "ms", value },
      WORK_MS,
      WORK_MS,
    ),
    plainFigure("live append to a long run: p95 frame", "ms", p95Ms),
    plainFigure("the same page with nothing appended: busy", "%", idleMs / (seconds * 10)),
  ];
}
