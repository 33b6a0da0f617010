import type { Database } from "@goaltrace/db";
import type { OwnerPlace } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { inBrowser } from "./in-browser.ts";
import { signedIn } from "./viewer/open-browser.ts";
import { steppingClock, workOn } from "./viewer/written-work.ts";
import { blockingTime } from "./views/blocking-time.ts";
import { daysOfWork, jumpingClock, manyAtOnce } from "./views/long-times.ts";
import { timeFrames } from "./views/time-frames.ts";
import { beginWrittenRun } from "./written-run.ts";

/** Measures timeline and scrubber with long, interrupted and wide runs in a real browser, and what pages block on a simulated phone. */
export const views: Benchmark = async ({ quick, ...at }) =>
  await inBrowser("views", at, async ({ browser, base, database, place }) => {
    const runs = await writeRuns(database, place, quick);
    const context = await signedIn(browser, base);
    const workspace = `/w/${place.slug}`;
    const figures: Figure[] = [];
    for (const { name, traceId } of runs) {
      const path = `${workspace}/traces/${traceId}`;
      figures.push(...(await timeFrames(context, { name, path, forMs: quick ? 800 : 2_000 })));
    }
    const [long] = runs;
    for (const [name, path] of [
      ["chat", `${workspace}/chat`],
      ["traces", `${workspace}/traces`],
      [`trace of ${long?.name ?? ""}`, `${workspace}/traces/${long?.traceId ?? ""}`],
      ["usage", `${workspace}/usage`],
    ] as const)
      figures.push(...(await blockingTime(context, { name, path, visits: quick ? 1 : 3 })));
    await context.close();
    return figures;
  });

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
