import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@goaltrace/db";
import type { OwnerPlace } from "../bench-owner.ts";
import { atLeast, atMost, type Figure, plainFigure } from "../figure.ts";
import { median } from "../measure.ts";
import { countRows } from "./count-rows.ts";
import { measureCost, type PrintCost, printTo } from "./print-cost.ts";
import { startShellRun } from "./shell-run.ts";
import { numberedLine, watchOutput } from "./watch-output.ts";

const MUCH_MEGABYTES = 100;
/** Maximum memory for this much output. */
const MAX_MEGABYTES = 20;
/** Output kept for late watchers. UTF-16 units. */
const KEPT_CHARACTERS = 65_536;
/** The first round also pays for code that is compiled and buffers that are made once for a process. */
const ROUNDS = 3;
/** Updates in flight arrive within this time. */
const SETTLE_MS = 1_000;

type Stage = {
  readonly database: Database;
  readonly place: OwnerPlace;
  readonly key: string;
  readonly bases: readonly string[];
  readonly quick: boolean;
};

/**
 * Measures a process that prints as fast as it can: read and dropped, as the output of a call, and as a command in the sandbox, several rounds each in
 * the same process, as in a worker; and one late watcher.
 */
export async function measureFlood(stage: Stage): Promise<readonly Figure[]> {
  const megabytes = stage.quick ? MUCH_MEGABYTES / 10 : MUCH_MEGABYTES;
  const what = `${megabytes} MB of output`;
  // Reading the text costs memory too, which must not be attributed to the output.
  const aside: PrintCost[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    aside.push(await measureCost(async () => await printTo(megabytes, () => undefined)));
  const floods: Flood[] = [];
  for (let round = 0; round < ROUNDS; round += 1) floods.push(await flood(stage, megabytes));
  const commands: PrintCost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) commands.push(await command(stage, megabytes));
  const costs = floods.map(({ cost }) => cost);
  const most = (pick: (each: Flood) => number): number => Math.max(...floods.map(pick));
  return [
    plainFigure(`${what}: time, median of ${ROUNDS}`, "ms", median(costs.map(({ wallMs }) => wallMs))),
    plainFigure("the same read and dropped: time", "ms", median(aside.map(({ wallMs }) => wallMs))),
    ...memoryFigures(what, costs),
    ...memoryFigures(`${what} of a command in the sandbox`, commands),
    ...memoryFigures("the same read and dropped", aside).map(({ what: name, unit, value }) =>
      plainFigure(name, unit, value),
    ),
    plainFigure(
      `${what}: event loop p99`,
      "ms",
      most(({ cost }) => cost.loopDelayMs),
    ),
    plainFigure(
      `${what}: event loop, longest`,
      "ms",
      most(({ cost }) => cost.maxLoopDelayMs),
    ),
    atMost({ what: `${what}: rows of the log`, unit: "", value: most(({ rows }) => rows) }, 0, 0),
    plainFigure(
      "a late watcher has the last line after",
      "ms",
      most(({ lateMs }) => lateMs),
    ),
    atLeast(
      {
        what: "a late watcher gets of the end",
        unit: "characters",
        value: Math.min(...floods.map(({ received }) => received)),
      },
      1,
      KEPT_CHARACTERS,
    ),
  ];
}

function memoryFigures(what: string, [first, ...later]: readonly PrintCost[]): readonly Figure[] {
  const most = Math.max(...later.map(({ megabytes }) => megabytes));
  return [
    atMost(
      { what: `${what}: memory, first time in a process`, unit: "MB", value: first?.megabytes ?? 0 },
      MAX_MEGABYTES,
      MAX_MEGABYTES,
    ),
    atMost(
      { what: `${what}: memory, most of ${later.length} later times`, unit: "MB", value: most },
      MAX_MEGABYTES,
      MAX_MEGABYTES,
    ),
  ];
}

type Flood = {
  readonly cost: PrintCost;
  readonly rows: number;
  readonly lateMs: number;
  readonly received: number;
};

/** Reports the text of a process as the output of a call, and lets one watcher come late. */
async function flood({ database, place, key, bases }: Stage, megabytes: number): Promise<Flood> {
  const run = await startShellRun(database, place);
  const before = await countRows(database, run.traceId);
  const cost = await measureCost(async () => await printTo(megabytes, run.output));
  run.output(numberedLine(1));
  const rows = (await countRows(database, run.traceId)) - before;
  const startedAt = performance.now();
  const late = watchOutput({ base: bases[0] ?? "", key, traceId: run.traceId });
  while (!late.seen.has(1)) await sleep(10);
  const lateMs = performance.now() - startedAt;
  await sleep(SETTLE_MS);
  const { received } = late.end();
  late.stop();
  await run.exit();
  return { cost, rows, lateMs, received };
}

/** Runs a command in the sandbox that prints as fast as it is read. */
async function command({ database, place }: Stage, megabytes: number): Promise<PrintCost> {
  const folder = mkdtempSync(path.join(tmpdir(), "flood-"));
  try {
    const line = "warning: unused variable in src/features/chat/turn-items.ts, line 214";
    const real = { command: `yes '${line}' | head -c ${megabytes}000000`, folder };
    const run = await startShellRun(database, place, { real });
    return await measureCost(run.exit);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
