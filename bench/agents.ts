import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import type { Database } from "@goaltrace/db";
import { rowDelays } from "./agents/live-rows.ts";
import { beginWrittenTree, type WrittenTree } from "./agents/written-tree.ts";
import type { OwnerPlace } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { inBrowser } from "./in-browser.ts";
import { median, quantile } from "./measure.ts";
import { measureMove, recordFrames } from "./viewer/frames.ts";
import { signedIn } from "./viewer/open-browser.ts";
import { type FirstGraph, openTrace } from "./viewer/trace-view.ts";
import { steppingClock, turnEntries } from "./viewer/written-work.ts";

const AT_ONCE = 8;
const MANY = 300;
/** Calls of each of the many. */
const CALLS = 3;
/** From the commit of a call until the row of its agent shows it. Milliseconds. */
const SHOWN_WITHIN_MS = 200;
/** As for the worst cases of `viewer`. */
const GRAPH_MS = 1_000;
const FRAME_MS = 17;
const MOUNTED_LIMIT = 300;
const SETTLE_MS = 400;

/** Measures sub-agents in a real browser: how soon the row of each shows what it does, in chat and trace, and a run with hundreds of them. */
export const agents: Benchmark = async ({ quick, ...at }) =>
  await inBrowser("agents", at, async ({ browser, base, database, place }) => {
    const context = await signedIn(browser, base);
    return [
      ...(await liveRows(context, database, { place, quick })),
      ...(await manyAgents(context, database, { place, quick })),
    ];
  });

type Stage = { readonly place: OwnerPlace; readonly quick: boolean };

async function liveRows(
  context: BrowserContext,
  database: Database,
  { place, quick }: Stage,
): Promise<readonly Figure[]> {
  const { scope, slug } = place;
  const conversationId = randomUUID();
  const at = Date.now();
  await database.conversations.create(scope, {
    ...{ id: conversationId, personId: scope.personId, title: "Agents at work", pinned: false },
    ...{ shared: false, folderId: null, model: null, createdAt: at, updatedAt: at },
  });
  const task = "Look at eight places";
  const tree = await beginWrittenTree(database.traces, { scope, task, children: AT_ONCE, conversationId });
  const forMs = quick ? 3_000 : 15_000;
  const figures: Figure[] = [];
  const measure = async (
    what: string,
    path: string,
    prepare: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const page = await context.newPage();
    await page.goto(path);
    await prepare(page);
    await rowDelays(page, tree, { name: `${what}warm`, forMs: forMs / 5 });
    const { delays, missed } = await rowDelays(page, tree, { name: what, forMs });
    await page.close();
    const name = `${AT_ONCE} agents at work, ${what}: a call in the row of its agent`;
    figures.push(
      plainFigure(`${name}, p50 of ${delays.length}`, "ms", median(delays)),
      atMost(
        { what: `${name}, p95`, unit: "ms", value: quantile(delays, 0.95) },
        SHOWN_WITHIN_MS,
        SHOWN_WITHIN_MS,
      ),
      plainFigure(`${name}, latest`, "ms", Math.max(...delays)),
      atMost({ what: `${name}, never`, unit: "", value: missed }, 0, 0),
    );
  };
  await measure("chat", `/w/${slug}/chat/${conversationId}`, async (page) => {
    await page
      .getByRole("list", { name: "Sub-agents" })
      .getByRole("listitem")
      .nth(AT_ONCE - 1)
      .waitFor();
  });
  await measure("trace", `/w/${slug}/traces/${tree.root.traceId}`, async (page) => {
    await page.getByRole("button", { name: `${AT_ONCE} sub-agents` }).click();
    await page.getByRole("list", { name: "Runs of this tree" }).getByRole("listitem").nth(AT_ONCE).waitFor();
  });
  await tree.finish();
  return figures;
}

async function manyAgents(
  context: BrowserContext,
  database: Database,
  { place, quick }: Stage,
): Promise<readonly Figure[]> {
  const { scope, slug } = place;
  const count = quick ? 40 : MANY;
  const name = `${count} sub-agents`;
  const tree = await writeMany(database, { scope, count });
  const path = `/w/${slug}/traces/${tree.root.traceId}`;
  const page = await context.newPage();
  await openTrace(page, path);
  const opened: FirstGraph[] = [];
  for (let round = 0; round < (quick ? 2 : 4); round += 1) opened.push(await openTrace(page, path));
  await sleep(SETTLE_MS);
  const graph = await measureMove(page, "pan", quick ? 800 : 2_000);
  await page.goto(`${path}?view=timeline`);
  const grid = page.getByRole("treegrid");
  await grid.getByRole("row").nth(10).waitFor();
  await sleep(SETTLE_MS);
  const timeline = await recordFrames(page, async () => {
    await grid.evaluate(
      async (element, duration) => {
        const until = performance.now() + duration;
        for (let step = 0; performance.now() < until; step += 1) {
          element.scrollTop += step % 160 < 80 ? 60 : -60;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      },
      quick ? 800 : 2_000,
    );
  });
  await page.close();
  const frame = (what: string, value: number): Figure =>
    atMost({ what: `${name}: ${what}, p95 frame`, unit: "ms", value }, FRAME_MS, FRAME_MS);
  return [
    atMost(
      {
        what: `${name}: graph after opening, p75`,
        unit: "ms",
        value: quantile(
          opened.map(({ sinceOpeningMs }) => sinceOpeningMs),
          0.75,
        ),
      },
      GRAPH_MS,
      GRAPH_MS,
    ),
    frame("scrolling the graph", graph.p95Ms),
    frame("scrolling the timeline with their calls", timeline.p95Ms),
    atMost(
      { what: `${name}: mounted nodes, most`, unit: "", value: graph.mountedMost },
      MOUNTED_LIMIT,
      MOUNTED_LIMIT,
    ),
  ];
}

/** Writes a run with many sub-agents that have ended, each with some calls. */
async function writeMany(
  database: Database,
  { scope, count }: { readonly scope: OwnerPlace["scope"]; readonly count: number },
): Promise<WrittenTree> {
  const tree = await beginWrittenTree(database.traces, {
    ...{ scope, task: `Look at ${count} places`, children: count, clock: steppingClock() },
  });
  for (const [index, child] of tree.children.entries())
    await child.append(
      Array.from({ length: CALLS }, (_, call) => [...turnEntries("root", `${index}-${call}`)]).flat(),
    );
  await tree.finish();
  return tree;
}
