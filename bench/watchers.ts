import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Database } from "@goaltrace/db";
import { createReadKey, ownerPlace } from "./bench-owner.ts";
import type { Benchmark } from "./benchmark.ts";
import { atLeast, atMost, type Figure, plainFigure } from "./figure.ts";
import { median, quantile } from "./measure.ts";
import { countListeners } from "./watchers/count-listeners.ts";
import { followStream, type Watcher, type WatcherHabits } from "./watchers/follow-stream.ts";
import { missingBuild, startWebServers } from "./web-server.ts";
import { beginWrittenRun, type WrittenRun } from "./written-run.ts";

const WEB_PROCESSES = 2;
const WATCHERS = 20;
/** Watchers that lose their connection repeatedly. */
const CUT_WATCHERS = 4;
const CUT_EVERY_ENTRIES = 15;
const ENTRIES_PER_SECOND = 20;
/** Maximum p95 delay between an entry's commit and a watcher seeing it. Milliseconds. */
const SEEN_WITHIN_MS = 200;
/** Characters of a typical entry, and of one that fills the buffers of a watcher that does not read. */
const USUAL_CHARACTERS = 500;
const LARGE_CHARACTERS = 20_000;
/** Tolerated additional delay of other watchers while one reads nothing: the difference between two equal measurements. */
const SLOW_RATIO = 1.5;

const STEADY: WatcherHabits = { cutEvery: 0, pauseMs: 0 };

/** Commit times as `performance.now()`, by sequence. */
type Commits = ReadonlyMap<number, number>;

/**
 * Measures one running trace with many watchers and several web processes: how soon each entry is seen, and the effects of cut connections
 * and a slow watcher.
 */
export const watchers: Benchmark = async ({ databaseUrl, appFolder, quick }) => {
  const missing = missingBuild(appFolder);
  if (missing !== null) {
    console.log(`watchers: skipped, ${missing}`);
    return [];
  }
  const database = createDatabase(databaseUrl);
  try {
    const listeners = countListeners(database);
    const servers = await startWebServers({ appFolder, databaseUrl }, WEB_PROCESSES);
    try {
      const figures = await watchRun(database, servers.bases, quick);
      const perProcess = listeners.stop() / WEB_PROCESSES;
      return [
        ...figures,
        atMost({ what: "listening connections of a web process", unit: "", value: perProcess }, 1, 1),
      ];
    } finally {
      listeners.stop();
      await servers.stop();
    }
  } finally {
    await database.close();
  }
};

async function watchRun(
  database: Database,
  bases: readonly string[],
  quick: boolean,
): Promise<readonly Figure[]> {
  const place = await ownerPlace(database);
  const key = await createReadKey(database, place);
  const run = await beginWrittenRun(database.traces, { scope: place.scope, task: "Watched by many" });
  const follow = (habits: WatcherHabits, index: number): Watcher =>
    followStream({ base: bases[index % bases.length] ?? "", key, traceId: run.traceId }, habits);
  const steady = Array.from({ length: WATCHERS - CUT_WATCHERS }, (_, index) => follow(STEADY, index));
  const cut = Array.from({ length: CUT_WATCHERS }, (_, index) =>
    follow({ ...STEADY, cutEvery: CUT_EVERY_ENTRIES }, index),
  );
  await untilAllReceived([...steady, ...cut]);

  const forMs = quick ? 3_000 : 10_000;
  // The first entries run code that is not compiled yet, in the servers and here.
  await write(run, { forMs: forMs / 3, characters: USUAL_CHARACTERS });
  const usual = await write(run, { forMs, characters: USUAL_CHARACTERS });
  const large = await write(run, { forMs, characters: LARGE_CHARACTERS });
  const slow = follow({ ...STEADY, pauseMs: forMs }, 0);
  const besideSlow = await write(run, { forMs, characters: LARGE_CHARACTERS });
  await run.finish();
  const all = [...steady, ...cut, slow];
  await Promise.all(all.map((watcher) => watcher.ended));

  const last = Math.max(...all.map(({ received }) => received.at(-1)?.sequence ?? 0));
  const delays = deliveryDelays(steady, usual);
  const alike = quantile(deliveryDelays(steady, large), 0.95);
  const beside = quantile(deliveryDelays(steady, besideSlow), 0.95);
  const what = `${WATCHERS} watchers, ${WEB_PROCESSES} web processes`;
  return [
    plainFigure(`${what}: seen after the commit, p50`, "ms", median(delays)),
    atMost(
      { what: `${what}: seen after the commit, p95`, unit: "ms", value: quantile(delays, 0.95) },
      SEEN_WITHIN_MS,
      SEEN_WITHIN_MS,
    ),
    plainFigure(`${what}: seen after the commit, latest`, "ms", Math.max(...delays)),
    plainFigure("entries of 20 kB: seen after the commit, p95", "ms", alike),
    atMost(
      { what: "the same while one more reads nothing, p95", unit: "ms", value: beside },
      Math.max(SEEN_WITHIN_MS, alike * SLOW_RATIO),
      Math.max(SEEN_WITHIN_MS, alike * SLOW_RATIO),
    ),
    atLeast(
      {
        what: "connections cut and resumed",
        unit: "",
        value: sumBy(cut, (watcher) => watcher.connections() - 1),
      },
      1,
      1,
    ),
    atMost(
      {
        what: "entries missed by any watcher",
        unit: "",
        value: sumBy(all, (watcher) => missedBy(watcher, last)),
      },
      0,
      0,
    ),
    atMost({ what: "entries given twice to any watcher", unit: "", value: sumBy(all, doubledTo) }, 0, 0),
  ];
}

/** Appends entries at an even pace; returns when each was committed. */
async function write(
  run: WrittenRun,
  { forMs, characters }: { readonly forMs: number; readonly characters: number },
): Promise<Commits> {
  const commits = new Map<number, number>();
  const text = "x".repeat(characters);
  const startedAt = performance.now();
  for (let due = startedAt; due < startedAt + forMs; due += 1000 / ENTRIES_PER_SECOND) {
    await sleep(Math.max(0, due - performance.now()));
    const [entry] = await run.append([
      {
        ...{ kind: "event", type: "compaction.pinned", goalId: "root" },
        data: { signalId: "watched", personId: null, text },
      },
    ]);
    if (entry !== undefined) commits.set(entry.sequence, performance.now());
  }
  return commits;
}

/** Returns the milliseconds from commit to receipt. A notice may arrive before the writer's acknowledgment; then the delay is 0. */
function deliveryDelays(watchers: readonly Watcher[], commits: Commits): readonly number[] {
  return watchers.flatMap(({ received }) =>
    received.flatMap(({ sequence, at }) => {
      const committedAt = commits.get(sequence);
      return committedAt === undefined ? [] : [Math.max(0, at - committedAt)];
    }),
  );
}

function missedBy({ received }: Watcher, last: number): number {
  return last - new Set(received.map(({ sequence }) => sequence)).size;
}

function doubledTo({ received }: Watcher): number {
  return received.length - new Set(received.map(({ sequence }) => sequence)).size;
}

function sumBy(watchers: readonly Watcher[], count: (watcher: Watcher) => number): number {
  return watchers.reduce((sum, watcher) => sum + count(watcher), 0);
}

async function untilAllReceived(watchers: readonly Watcher[]): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (watchers.some(({ received }) => received.length === 0)) {
    if (performance.now() > deadline) throw new Error("a watcher received nothing in 30 s");
    await sleep(50);
  }
}
