import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { createDatabase, type Database } from "@goaltrace/db";
import { type OwnerPlace, ownerPlace } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { quantileOf } from "./measure.ts";
import { flowAlone } from "./viewer/flow-alone.ts";
import { framesOfMove, type Move } from "./viewer/frames.ts";
import { liveAppends } from "./viewer/live-appends.ts";
import { openBrowser, signedIn } from "./viewer/open-browser.ts";
import {
  expandEdges,
  type FirstGraph,
  heapOf,
  openTrace,
  searchFor,
  skeletonSize,
} from "./viewer/trace-view.ts";
import { type LongRun, type WorstCase, type WorstCases, writeWorstCases } from "./viewer/worst-cases.ts";
import { missingBuild, startWebServers } from "./web-server.ts";

/** A display's 60 frames a second are 16.67 ms apart; a frame that is missed takes 33. Between them lies what clocks waver. */
const FRAME_MS = 17;
const MOUNTED_LIMIT = 300;
const HEAP_LIMIT_MB = 250;
/** After the data; spec 10's floor and goal. Milliseconds. */
const GRAPH_FLOOR_MS = 1_000;
const GRAPH_GOAL_MS = 300;
/** The beginning of the graph at full size. */
const CLOSE_UP = "at=0_0_1";
/** The camera's own moves are over after this. */
const CAMERA_MS = 400;
const EDGE_CLICKS = 20;

type Stage = {
  readonly browser: Browser;
  readonly base: string;
  readonly place: OwnerPlace;
  readonly quick: boolean;
};

/** The trace page on generated worst cases in a real browser, with React Flow alone in the same run to compare. */
export const viewer: Benchmark = async ({ databaseUrl, appFolder, quick }) => {
  const browser = await openBrowser();
  const missing = browser === null ? "no Chromium (CHROMIUM_PATH)" : missingBuild(appFolder);
  if (browser === null || missing !== null) {
    console.log(`viewer: skipped, ${missing}`);
    await browser?.close();
    return [];
  }
  const database = createDatabase(databaseUrl);
  try {
    const servers = await startWebServers({ appFolder, databaseUrl }, 1);
    try {
      const place = await ownerPlace(database);
      return await measure(database, { browser, base: servers.bases[0] ?? "", place, quick });
    } finally {
      await servers.stop();
    }
  } finally {
    await browser.close();
    await database.close();
  }
};

async function measure(database: Database, stage: Stage): Promise<readonly Figure[]> {
  const { browser, base, place, quick } = stage;
  const cases: WorstCases = await writeWorstCases(database, place, quick);
  const panMs = quick ? 800 : 2_000;
  const context = await signedIn(browser, base);
  const figures: Figure[] = [];
  const pathOf = ({ traceId }: WorstCase): string => `/w/${place.slug}/traces/${traceId}`;
  figures.push(...(await longRun(context, cases.long, { path: pathOf(cases.long), panMs, quick })));
  figures.push(
    ...(await liveAppends(context, `/w/${place.slug}/traces/${cases.live.run.traceId}`, {
      run: cases.live.run,
      seconds: quick ? 2 : 8,
    })),
  );
  for (const other of cases.others)
    figures.push(...(await shown(context, other, { path: pathOf(other), panMs, quick })));
  figures.push(...(await flowAlone(browser, cases.long, panMs)));
  await context.close();
  return figures;
}

type Showing = { readonly path: string; readonly panMs: number; readonly quick: boolean };

/** All that is measured of a page, on the long run. */
async function longRun(context: BrowserContext, long: LongRun, showing: Showing): Promise<readonly Figure[]> {
  const page = await context.newPage();
  const { bytes, gzipped } = await skeletonSize(page, showing.path);
  const sizes = [
    atMost(
      { what: `${long.name}: skeleton per message`, unit: "bytes", value: bytes / long.messages },
      150,
      150,
    ),
    atMost({ what: `${long.name}: skeleton, gzipped`, unit: "kB", value: gzipped / 1000 }, 250, 250),
  ];
  await page.close();
  const seen = await shown(context, long, showing);
  const again = await context.newPage();
  await openTrace(again, `${showing.path}?${CLOSE_UP}`);
  await sleep(CAMERA_MS);
  const expanded = await expandEdges(again, EDGE_CLICKS);
  const searches = [];
  for (const text of ["invoice 7-3", "ledger", "nothing-like-it"])
    searches.push(await searchFor(again, text));
  await again.close();
  return [
    ...sizes,
    ...seen,
    atMost(
      {
        what: `${long.name}: expanding an edge, p95 of ${expanded.length}`,
        unit: "ms",
        value: quantileOf(expanded, 0.95),
      },
      100,
      100,
    ),
    plainFigure(
      `${long.name}: search, first hits`,
      "ms",
      Math.max(...searches.map(({ firstMs }) => firstMs)),
    ),
    atMost(
      {
        what: `${long.name}: search with contents`,
        unit: "ms",
        value: Math.max(...searches.map(({ completeMs }) => completeMs)),
      },
      300,
      300,
    ),
  ];
}

/** How soon a trace is there; with all unfolded, how it moves and what it takes. */
async function shown(
  context: BrowserContext,
  shownCase: WorstCase,
  { path, panMs, quick }: Showing,
): Promise<readonly Figure[]> {
  const page = await context.newPage();
  const { name, payloadAt, folded } = shownCase;
  // The first one fills the browser's cache.
  await openTrace(page, path);
  const opened: FirstGraph[] = [];
  for (let round = 0; round < (quick ? 2 : 4); round += 1) opened.push(await openTrace(page, path));
  const unfolded = await openTrace(page, `${path}?${CLOSE_UP}&fold=${folded.join(",")}`);
  await sleep(CAMERA_MS);
  const closeUp = await moved(page, panMs, "zoom out");
  await page.getByRole("button", { name: /Show the whole run/ }).click();
  await sleep(CAMERA_MS);
  const fitted = await moved(page, panMs, "zoom in");
  if (payloadAt !== null) {
    await openTrace(page, `${path}?seq=${payloadAt}`);
    await sleep(2 * CAMERA_MS);
  }
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const heap = await heapOf(session);
  await page.close();
  const p75 = (pick: (one: FirstGraph) => number): number => quantileOf(opened.map(pick), 0.75);
  const frame = (what: string, value: number): Figure =>
    atMost({ what: `${name}: ${what}, p95 frame`, unit: "ms", value }, FRAME_MS, FRAME_MS);
  return [
    atMost(
      { what: `${name}: graph after opening, p75`, unit: "ms", value: p75((one) => one.sinceOpeningMs) },
      GRAPH_FLOOR_MS,
      GRAPH_FLOOR_MS,
    ),
    plainFigure(
      `${name}: of it the skeleton's answer, p75`,
      "ms",
      p75((one) => one.answerMs),
    ),
    atMost(
      { what: `${name}: graph after its data, p75`, unit: "ms", value: p75((one) => one.sinceDataMs) },
      GRAPH_FLOOR_MS,
      GRAPH_GOAL_MS,
    ),
    atMost(
      {
        what: `${name}: graph with all unfolded after its data`,
        unit: "ms",
        value: unfolded.sinceDataMs,
      },
      GRAPH_FLOOR_MS,
      GRAPH_GOAL_MS,
    ),
    frame("pan close-up", closeUp.pan),
    frame("zoom close-up", closeUp.zoom),
    frame("pan in fit view", fitted.pan),
    frame("zoom in fit view", fitted.zoom),
    plainFigure(`${name}: pan in fit view`, "frames/s", fitted.perSecond),
    atMost(
      { what: `${name}: mounted nodes, most`, unit: "", value: Math.max(closeUp.mounted, fitted.mounted) },
      MOUNTED_LIMIT,
      MOUNTED_LIMIT,
    ),
    atMost({ what: `${name}: heap`, unit: "MB", value: heap }, HEAP_LIMIT_MB, HEAP_LIMIT_MB),
  ];
}

type Moved = {
  readonly pan: number;
  readonly zoom: number;
  readonly perSecond: number;
  readonly mounted: number;
};

async function moved(page: Page, panMs: number, first: Move): Promise<Moved> {
  const pan = await framesOfMove(page, "pan", panMs);
  const zoom = await framesOfMove(page, first, panMs);
  return {
    pan: pan.p95Ms,
    zoom: zoom.p95Ms,
    perSecond: pan.perSecond,
    mounted: Math.max(pan.mountedMost, zoom.mountedMost),
  };
}
