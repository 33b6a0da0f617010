import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import type { Database } from "@goaltrace/db";
import type { OwnerPlace } from "../bench-owner.ts";
import { atMost, type Figure, plainFigure } from "../figure.ts";
import { countRows } from "./count-rows.ts";
import { createFastClock } from "./fast-clock.ts";
import { followed, opened, type Opening } from "./open-page.ts";
import { startShellRun } from "./shell-run.ts";
import { numberedLine } from "./watch-output.ts";

const HOUR_MS = 3_600_000;
const LINES_PER_SECOND = 40;
/** The clock of the run goes this many times as fast, so that its deltas of an hour come in a minute. */
const FASTER = 60;
/** Pauses between two writes, which a timer keeps. Milliseconds. */
const PRINT_EVERY_MS = 2;
/** "Cheap to open": as the pages of spec 10, and less data than a photo. */
const OPEN_MS = 1_000;
const OPEN_KILOBYTES = 300;
const OPEN_NODES = 3_000;
const VISITS = 3;

type Stage = {
  readonly context: BrowserContext;
  readonly database: Database;
  readonly place: OwnerPlace;
  readonly quick: boolean;
};

/**
 * Measures what it costs to open the conversation and the trace of a command that has printed for an hour: while it runs, after its end, and
 * for comparison while it has printed a few lines only.
 */
export async function hourOfLines(stage: Stage): Promise<readonly Figure[]> {
  const lines = (HOUR_MS / 1_000) * LINES_PER_SECOND * (stage.quick ? 0.05 : 1);
  const short = await whileRunning(stage, 10);
  const long = await whileRunning(stage, lines);
  const ended = await afterTheEnd(stage, lines);
  const name = `a command that printed ${lines.toLocaleString("en")} lines${stage.quick ? "" : " in an hour"}`;
  return [
    ...figuresOf("a command that printed 10 lines, still running", short.openings, false),
    ...figuresOf(`${name}, still running`, long.openings, true),
    ...long.follower,
    plainFigure(`${name}: deltas`, "", long.deltas),
    atMost({ what: `${name}: rows of the log while it runs`, unit: "", value: long.rows }, 0, 0),
    ...figuresOf(`${name}, ended`, ended, true),
  ];
}

type Openings = readonly (readonly [page: string, openings: readonly Opening[]])[];

function figuresOf(what: string, openings: Openings, isBound: boolean): readonly Figure[] {
  return openings.flatMap(([page, visits]) => {
    const most = (pick: (opening: Opening) => number): number => Math.max(...visits.map(pick));
    const bound = (figure: Omit<Figure, "bound">, limit: number): Figure =>
      isBound ? atMost(figure, limit, limit) : plainFigure(figure.what, figure.unit, figure.value);
    const named = `${what}: ${page}`;
    return [
      bound({ what: `${named}, shown, slowest`, unit: "ms", value: most(({ shownMs }) => shownMs) }, OPEN_MS),
      plainFigure(
        `${named}, the server's answer, slowest`,
        "ms",
        most(({ serverMs }) => serverMs),
      ),
      bound(
        { what: `${named}, data received, most`, unit: "kB", value: most(({ kilobytes }) => kilobytes) },
        OPEN_KILOBYTES,
      ),
      bound({ what: `${named}, elements, most`, unit: "", value: most(({ nodes }) => nodes) }, OPEN_NODES),
    ];
  });
}

/** Opens the pages of a command that is still running and has printed this many lines. */
async function whileRunning(
  stage: Stage,
  lines: number,
): Promise<{
  readonly openings: Openings;
  readonly follower: readonly Figure[];
  readonly deltas: number;
  readonly rows: number;
}> {
  const { context, database, place } = stage;
  const conversationId = await createConversation(database, place);
  const hours = lines / LINES_PER_SECOND / (HOUR_MS / 1_000);
  const clock = createFastClock(FASTER, hours * HOUR_MS);
  let deltas = 0;
  const run = await startShellRun(database, place, { conversationId, clock });
  const stop = database.live.subscribe({ traceId: run.traceId }, ({ kind }) => {
    if (kind === "delta") deltas += 1;
  });
  const before = await countRows(database, run.traceId);
  const chat = `/w/${place.slug}/chat/${conversationId}`;
  const trace = await traceAt(stage, run.traceId, "assistant");
  const last = `#${lines - 1} compiled`;
  const watching = await followed(context, chat);
  await print(run.output, lines);
  const follower = await watching.figures(last, `followed for ${lines.toLocaleString("en")} lines: chat`);
  const rows = (await countRows(database, run.traceId)) - before;
  const openings = [
    ["chat", await visits(context, chat, last)],
    ["trace at its call", await visits(context, trace, last)],
  ] as const;
  stop();
  await run.exit();
  return { openings, follower, deltas, rows };
}

/** Lets a real command print the lines as fast as it can, and opens its pages after its end. */
async function afterTheEnd(stage: Stage, lines: number): Promise<Openings> {
  const { context, database, place } = stage;
  const folder = mkdtempSync(path.join(tmpdir(), "hour-"));
  try {
    const conversationId = await createConversation(database, place);
    const command = `for ((i = 0; i < ${lines}; i++)); do printf '#%d compiled src/features/chat/turn-items.ts in 214 ms\\n' $i; done`;
    const run = await startShellRun(database, place, { conversationId, real: { command, folder } });
    await run.exit();
    const result = await traceAt(stage, run.traceId, "tool");
    return [
      ["chat", await visits(context, `/w/${place.slug}/chat/${conversationId}`, "shell")],
      ["trace", await visits(context, result.replace(/\?.*$/u, ""), "shell")],
      ["trace at its result", await visits(context, result, "compiled")],
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first visit, which fills the browser's cache, does not count. */
async function visits(context: BrowserContext, address: string, text: string): Promise<readonly Opening[]> {
  const all: Opening[] = [];
  for (let visit = 0; visit <= VISITS; visit += 1) all.push(await opened(context, address, text));
  return all.slice(1);
}

/** Returns the address of the trace at its last message of a role. */
async function traceAt({ database, place }: Stage, traceId: string, role: string): Promise<string> {
  const { rows } = await database.pool.query<{ sequence: number }>(
    "select max(sequence) as sequence from entry where trace_id = $1 and kind = 'message' and body::json->>'role' = $2",
    [traceId, role],
  );
  return `/w/${place.slug}/traces/${traceId}?sel=${traceId}:${rows[0]?.sequence ?? ""}`;
}

async function print(output: (text: string) => void, lines: number): Promise<void> {
  const perMs = (LINES_PER_SECOND * FASTER) / 1_000;
  const startedAt = performance.now();
  for (let printed = 0; printed < lines;) {
    const due = Math.min(lines, Math.ceil((performance.now() - startedAt) * perMs));
    for (; printed < due; printed += 1) output(numberedLine(printed));
    await sleep(PRINT_EVERY_MS);
  }
}

async function createConversation(database: Database, { scope }: OwnerPlace): Promise<string> {
  const id = randomUUID();
  const at = Date.now();
  await database.conversations.create(scope, {
    ...{ id, personId: scope.personId, title: "An hour of lines", pinned: false },
    ...{ shared: false, folderId: null, model: null, createdAt: at, updatedAt: at },
  });
  return id;
}
