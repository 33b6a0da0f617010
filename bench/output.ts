import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Database } from "@goaltrace/db";
import { limitHeapGrowth } from "@goaltrace/host";
import { createReadKey, ownerPlace, type OwnerPlace } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { median, quantile } from "./measure.ts";
import { measureFlood } from "./output/flood.ts";
import { hourOfLines } from "./output/hour-of-lines.ts";
import { type ShellRun, startShellRun } from "./output/shell-run.ts";
import { numberedLine, type OutputWatcher, timedLines, watchOutput } from "./output/watch-output.ts";
import { openBrowser, signedIn } from "./viewer/open-browser.ts";
import { missingBuild, startWebServers } from "./web-server.ts";

const WEB_PROCESSES = 2;
const WATCHERS = 20;
const LINES_PER_SECOND = 40;
/** Maximum delay between printing a line and a watcher seeing it. Milliseconds. */
const SEEN_WITHIN_MS = 200;
const TIMEOUT_MS = 60_000;

/**
 * Measures the live output of a running tool: how soon many watchers see a line, what a late watcher receives, and the cost of a flood of
 * output.
 */
export const output: Benchmark = async ({ databaseUrl, appFolder, quick }) => {
  const missing = missingBuild(appFolder);
  if (missing !== null) {
    console.log(`output: skipped, ${missing}`);
    return [];
  }
  // The same as in a worker.
  limitHeapGrowth();
  const database = createDatabase(databaseUrl);
  try {
    const servers = await startWebServers({ appFolder, databaseUrl }, WEB_PROCESSES);
    try {
      const place = await ownerPlace(database);
      const key = await createReadKey(database, place);
      const watching = { database, place, key, bases: servers.bases, quick };
      return [
        ...(await measureDelays(watching)),
        ...(await measureCommand(watching)),
        ...(await measureFlood(watching)),
        ...(await measureHour(watching)),
      ];
    } finally {
      await servers.stop();
    }
  } finally {
    await database.close();
  }
};

type Watching = {
  readonly database: Database;
  readonly place: OwnerPlace;
  readonly key: string;
  readonly bases: readonly string[];
  readonly quick: boolean;
};

/** Opens the watchers of a run, spread over the servers. */
async function openWatchers({ key, bases }: Watching, traceId: string): Promise<readonly OutputWatcher[]> {
  const watchers = Array.from({ length: WATCHERS }, (_, index) =>
    watchOutput({ base: bases[index % bases.length] ?? "", key, traceId }),
  );
  await Promise.all(watchers.map((watcher) => watcher.opened));
  return watchers;
}

function delayFigures(what: string, delays: readonly number[]): readonly Figure[] {
  const late = { what: `${what}, p99`, unit: "ms", value: quantile(delays, 0.99) };
  return [
    plainFigure(`${what}, p50`, "ms", median(delays)),
    atMost(late, SEEN_WITHIN_MS, SEEN_WITHIN_MS),
    plainFigure(`${what}, latest`, "ms", Math.max(...delays)),
  ];
}

/** Prints numbered lines at an even pace to many watchers. */
async function measureDelays(watching: Watching): Promise<readonly Figure[]> {
  const { database, place, quick } = watching;
  const run = await startShellRun(database, place);
  const watchers = await openWatchers(watching, run.traceId);
  // The first lines run code that is not compiled yet, in the servers and here.
  const warmUp = await printLines(run, { from: 0, forMs: quick ? 1_000 : 3_000 });
  const printed = await printLines(run, { from: warmUp.length, forMs: quick ? 2_000 : 20_000 });
  const last = warmUp.length + printed.length - 1;
  await until(() => watchers.every((watcher) => watcher.seen.has(last)));
  const delays = watchers.flatMap(({ seen }) =>
    printed.map((at, index) => (seen.get(warmUp.length + index) ?? Infinity) - at),
  );
  watchers.forEach((watcher) => watcher.stop());
  await run.exit();
  const what = `${WATCHERS} watchers, ${WEB_PROCESSES} web processes: line seen after it was printed`;
  return [
    ...delayFigures(what, delays),
    atMost({ what: "lines missed by any watcher", unit: "", value: missedBy(delays) }, 0, 0),
    atMost({ what: "lines given twice to any watcher", unit: "", value: countDuplicates(watchers) }, 0, 0),
  ];
}

/** Lets a command in the sandbox print lines with their times to many watchers. */
async function measureCommand(watching: Watching): Promise<readonly Figure[]> {
  const { database, place, quick } = watching;
  const folder = mkdtempSync(path.join(tmpdir(), "output-"));
  const count = LINES_PER_SECOND * (quick ? 3 : 20);
  try {
    const command = timedLines(count, LINES_PER_SECOND);
    const run = await startShellRun(database, place, { real: { command, folder } });
    const watchers = await openWatchers(watching, run.traceId);
    const ended = run.exit();
    await until(() => watchers.every((watcher) => watcher.seen.has(count - 1)));
    const delays = watchers.flatMap(({ seen, printed }) =>
      Array.from({ length: count }, (_, line) => (seen.get(line) ?? Infinity) - (printed.get(line) ?? 0)),
    );
    watchers.forEach((watcher) => watcher.stop());
    await ended;
    const what = `a command in the sandbox, ${WATCHERS} watchers: line seen after it was printed`;
    return [
      ...delayFigures(what, delays),
      atMost({ what: "lines of the command missed by any watcher", unit: "", value: missedBy(delays) }, 0, 0),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the pages of a command that has printed for an hour. Measures nothing without a browser. */
async function measureHour({ bases: [base = ""], ...stage }: Watching): Promise<readonly Figure[]> {
  const browser = await openBrowser();
  if (browser === null) {
    console.log("output: the pages of a long command are skipped, no Chromium (CHROMIUM_PATH)");
    return [];
  }
  try {
    return await hourOfLines({ ...stage, context: await signedIn(browser, base) });
  } finally {
    await browser.close();
  }
}

/** Prints numbered lines at an even pace; returns when each was printed. */
async function printLines(
  run: ShellRun,
  { from, forMs }: { readonly from: number; readonly forMs: number },
): Promise<readonly number[]> {
  const printed: number[] = [];
  const startedAt = performance.now();
  for (let due = startedAt; due < startedAt + forMs; due += 1000 / LINES_PER_SECOND) {
    await sleep(Math.max(0, due - performance.now()));
    printed.push(performance.now());
    run.output(numberedLine(from + printed.length - 1));
  }
  return printed;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not within ${TIMEOUT_MS / 1000} s`);
    await sleep(10);
  }
}

function missedBy(delays: readonly number[]): number {
  return delays.filter((delay) => delay === Infinity).length;
}

function countDuplicates(watchers: readonly OutputWatcher[]): number {
  return watchers.reduce((sum, watcher) => sum + watcher.doubles(), 0);
}
