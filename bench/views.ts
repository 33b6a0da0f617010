import { createDatabase, type Database } from "@goaltrace/db";
import { type OwnerPlace, ownerPlace } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { openBrowser, signedIn } from "./viewer/open-browser.ts";
import { steppingClock, workOn } from "./viewer/written-work.ts";
import { blockingTime } from "./views/blocking-time.ts";
import { daysOfWork, jumpingClock, manyAtOnce } from "./views/long-times.ts";
import { timeFrames } from "./views/time-frames.ts";
import { missingBuild, startWebServers } from "./web-server.ts";
import { beginWrittenRun } from "./written-run.ts";

/** Measures timeline and scrubber with long, interrupted and wide runs in a real browser, and what pages block on a simulated phone. */
export const views: Benchmark = async ({ databaseUrl, appFolder, quick }) => {
  const browser = await openBrowser();
  const missing = browser === null ? "no Chromium (CHROMIUM_PATH)" : missingBuild(appFolder);
  if (browser === null || missing !== null) {
    console.log(`views: skipped, ${missing}`);
    await browser?.close();
    return [];
  }
  const database = createDatabase(databaseUrl);
  try {
    const servers = await startWebServers({ appFolder, databaseUrl }, 1);
    try {
      const place = await ownerPlace(database);
      const runs = await writeRuns(database, place, quick);
      const context = await signedIn(browser, servers.bases[0] ?? "");
      const base = `/w/${place.slug}`;
      const figures: Figure[] = [];
      for (const { name, traceId } of runs) {
        const path = `${base}/traces/${traceId}`;
        figures.push(...(await timeFrames(context, { name, path, forMs: quick ? 800 : 2_000 })));
      }
      const [long] = runs;
      for (const [name, path] of [
        ["chat", `${base}/chat`],
        ["traces", `${base}/traces`],
        [`trace of ${long?.name ?? ""}`, `${base}/traces/${long?.traceId ?? ""}`],
        ["usage", `${base}/usage`],
      ] as const)
        figures.push(...(await blockingTime(context, { name, path, visits: quick ? 1 : 3 })));
      await context.close();
      return figures;
    } finally {
      await servers.stop();
    }
  } finally {
    await browser.close();
    await database.close();
  }
};

type WrittenView = { readonly name: string; readonly traceId: string };

async function writeRuns(
  database: Database,
  place: OwnerPlace,
  quick: boolean,
): Promise<readonly WrittenView[]> {
  const { scope } = place;
  const scale = quick ? 20 : 1;
  const long = await beginWrittenRun(database.traces, { scope, task: "Long", clock: steppingClock() });
  await long.append(workOn({ goals: 1_000 / scale, turns: 5, fanOut: 4 }));
  await long.finish();
  const { clock, jump } = jumpingClock();
  const week = await beginWrittenRun(database.traces, { scope, task: "A week", clock });
  await week.append(daysOfWork(7, jump));
  await week.finish();
  const wide = await beginWrittenRun(database.traces, { scope, task: "At once", clock: steppingClock() });
  await wide.append(manyAtOnce(200 / scale));
  await wide.finish();
  return [
    { name: quick ? "500 messages" : "10,000 messages, 1,000 goals", traceId: long.traceId },
    { name: "a week with pauses", traceId: week.traceId },
    { name: `${200 / scale} calls at once`, traceId: wide.traceId },
  ];
}
