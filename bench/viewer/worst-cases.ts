import type { Database } from "@goaltrace/db";
import type { Entry } from "@goaltrace/core/log";
import type { OwnerPlace } from "../bench-owner.ts";
import { beginWrittenRun, type WrittenRun } from "../written-run.ts";
import { steppingClock, turnEntries, type WorkShape, workOn } from "./written-work.ts";

/** A trace that is hard to display. */
export type WorstCase = {
  readonly name: string;
  readonly traceId: string;
  /** The longest time until its graph is shown after opening, in milliseconds. */
  readonly graphMs: number;
  /** The sequence of an entry with a large payload; null when there is none. */
  readonly payloadAt: number | null;
};

/** The main subject of the measurements: a long, well-structured run. */
export type LongRun = WorstCase & {
  readonly messages: number;
  readonly goals: number;
  readonly entries: readonly Entry[];
};

export type WorstCases = {
  readonly long: LongRun;
  /** The same run, not ended, so that more can be appended. */
  readonly live: { readonly run: WrittenRun; readonly entries: number };
  readonly others: readonly WorstCase[];
};

const FAN_OUT = 4;
const GRAPH_MS = 1_000;
/** The limit of the long run, which many people's runs resemble. */
const LONG_GRAPH_MS = 500;
const TURNS = 5;

/** Writes the worst cases of the table "Speed" into the owner's workspace, or small traces with the same shapes. */
export async function writeWorstCases(
  database: Database,
  place: OwnerPlace,
  quick: boolean,
): Promise<WorstCases> {
  const scale = quick ? 20 : 1;
  const goals = 1_000 / scale;
  const long: WorkShape = { goals, turns: TURNS, fanOut: FAN_OUT };
  const messages = goals * TURNS * 2;
  const begin = (task: string): Promise<WrittenRun> =>
    beginWrittenRun(database.traces, { scope: place.scope, task, clock: steppingClock() });
  const write = async (
    name: string,
    shape: WorkShape,
  ): Promise<WorstCase & { readonly entries: readonly Entry[] }> => {
    const run = await begin(name);
    const entries = await run.append(workOn(shape));
    await run.finish();
    return { name, traceId: run.traceId, graphMs: GRAPH_MS, payloadAt: null, entries };
  };

  const first = await write(`${count(messages)} messages, ${count(goals)} goals`, long);
  const live = await begin("A run that goes on");
  const before = await live.append(workOn(long));
  const chain = 5_000 / scale;
  const fanOut = 2_000 / scale;
  const many = 100_000 / scale;
  const others = [
    await write(`chain ${count(chain)} deep`, { goals: chain, turns: 1, fanOut: 1, failsAtLast: true }),
    await write(`fan-out ${count(fanOut)}`, { goals: fanOut, turns: 1, fanOut }),
    await write(`${count(many)} messages`, { goals, turns: many / goals / 2, fanOut: FAN_OUT }),
    await write("children before parents", { goals, turns: 1, fanOut: FAN_OUT, createdBackwards: true }),
    await writePayload(begin, (20 / scale) * 1_000_000),
  ].map(({ name, traceId, graphMs, payloadAt }) => ({ name, traceId, graphMs, payloadAt }));
  return {
    long: { ...first, messages, goals, graphMs: LONG_GRAPH_MS },
    live: { run: live, entries: before.length },
    others,
  };
}

async function writePayload(begin: (task: string) => Promise<WrittenRun>, bytes: number): Promise<WorstCase> {
  const name = `one payload of ${bytes / 1_000_000} MB`;
  const run = await begin(name);
  await run.append(workOn({ goals: 20, turns: 2, fanOut: FAN_OUT }));
  const line = "2026-01-05;214.00;EUR;paid;reconciled by the nightly job\n";
  const turn = await run.append(turnEntries("root", "large", line.repeat(Math.ceil(bytes / line.length))));
  await run.finish();
  return { name, traceId: run.traceId, graphMs: GRAPH_MS, payloadAt: turn.at(-1)?.sequence ?? null };
}

function count(value: number): string {
  return value.toLocaleString("en");
}
