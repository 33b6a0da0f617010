import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { type Entry, packOutline, toOutline } from "@goaltrace/core/log";
import { binary, inCheckout } from "../../scripts/lib/checkout.mjs";
import { atMost, type Figure, plainFigure } from "../figure.ts";
import { median } from "../measure.ts";
import { measureMove } from "./frames.ts";
import { readHeapMegabytes } from "./trace-view.ts";
import type { LongRun } from "./worst-cases.ts";

const run = promisify(execFile);
const PAGE_SOURCE = inCheckout("bench/viewer/flow-alone-page.tsx");
const BUNDLE_LIMIT_BYTES = 50_000_000;
const LAYOUT_ROUNDS = 15;

/** Measures the layout in the browser, and React Flow without our window and canvas, with a node per goal and per message. */
export async function flowAlone(browser: Browser, long: LongRun, panMs: number): Promise<readonly Figure[]> {
  const script = await bundlePage();
  const style = await readFile(binary("@xyflow/react/dist/style.css"), "utf8");
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript("globalThis.__name = (value) => value;");
  await page.goto("about:blank");
  await page.addStyleTag({ content: style });
  await page.addScriptTag({ content: script });
  const layoutMs = median(await layoutTimes(page, long.entries));
  const figures = [
    atMost({ what: `layout of ${long.goals} goals in the browser`, unit: "ms", value: layoutMs }, 20, 20),
  ];
  for (const nodes of [long.goals, long.messages]) figures.push(...(await drawAlone(page, nodes, panMs)));
  await page.close();
  return figures;
}

async function layoutTimes(page: Page, entries: readonly Entry[]): Promise<readonly number[]> {
  const packed = packOutline(entries.flatMap((entry) => toOutline(entry) ?? []));
  return await page.evaluate(([skeleton, rounds]) => globalThis.flowAlone.layout(skeleton, rounds), [
    packed,
    LAYOUT_ROUNDS,
  ] as const);
}

async function drawAlone(page: Page, nodes: number, panMs: number): Promise<readonly Figure[]> {
  const paintedMs = await page.evaluate((count) => globalThis.flowAlone.draw(count), nodes);
  const frames = await measureMove(page, "pan", panMs);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const heap = await readHeapMegabytes(session);
  await session.detach();
  const what = `React Flow alone, ${nodes.toLocaleString("en")} nodes`;
  return [
    plainFigure(`${what}: first paint`, "ms", paintedMs),
    plainFigure(`${what}: pan in fit view`, "frames/s", frames.perSecond),
    plainFigure(`${what}: p95 frame in fit view`, "ms", frames.p95Ms),
    plainFigure(`${what}: mounted nodes`, "", frames.mountedMost),
    plainFigure(`${what}: heap`, "MB", heap),
  ];
}

/** Bundles the page's script with all its imports for a browser. */
async function bundlePage(): Promise<string> {
  const { stdout } = await run(
    binary("esbuild/bin/esbuild"),
    [
      PAGE_SOURCE,
      ...["--bundle", "--minify", "--format=iife", "--jsx=automatic", "--log-level=error"],
      '--define:process.env.NODE_ENV="production"',
    ],
    { maxBuffer: BUNDLE_LIMIT_BYTES },
  );
  return stdout;
}
