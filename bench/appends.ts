import type { EntryDraft } from "@goaltrace/core/log";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createDatabase, type Database } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atLeast, atMost, plainFigure } from "./figure.ts";
import { median, quantile } from "./measure.ts";
import { databasePlace, type RunPlace } from "./product-run.ts";
import { turnEntries } from "./viewer/written-work.ts";
import { beginWrittenRun } from "./written-run.ts";

const ids = createSystemIds(createSystemClock());
/** Rows of one append: what a step with one call writes, including search text, outlines and facts. */
const BATCH_ROWS = 5;
const WRITERS = 200;
/** Content of a row. */
const CONTENT = "paid by transfer, 214 euro; ".repeat(7);

/** Measures durable rows per second: the product's group commit against plain `pg`, row by row and in statements of one hundred rows. */
export const appends: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  const forMs = quick ? 200 : 3_000;
  try {
    await database.pool.query(
      "create table if not exists bench_row (id text primary key, sequence int not null, body text not null)",
    );
    const place = await databasePlace(database);
    await appendTogether(place, WRITERS, forMs / 4);
    const single = await insertRows(database, 1, forMs);
    const hundred = await insertRows(database, 100, forMs);
    const many = await appendTogether(place, WRITERS, forMs);
    const alone = await appendTogether(place, 1, forMs);
    return [
      plainFigure("plain pg, row by row", "rows/s", single),
      plainFigure("plain pg, 100 rows at a time", "rows/s", hundred),
      atLeast(
        { what: `group commit, ${WRITERS} runs`, unit: "rows/s", value: many.rowsPerSecond },
        5_000,
        30_000,
      ),
      plainFigure(`group commit, ${WRITERS} runs, acknowledged p50`, "ms", median(many.waitsMs)),
      plainFigure("group commit, one run", "rows/s", alone.rowsPerSecond),
      atMost(
        { what: "group commit, one run, acknowledged p50", unit: "ms", value: median(alone.waitsMs) },
        2,
        2,
      ),
      plainFigure("group commit, one run, acknowledged p99", "ms", quantile(alone.waitsMs, 0.99)),
    ];
  } finally {
    await database.pool.query("drop table if exists bench_row");
    await database.close();
  }
};

type Appended = { readonly rowsPerSecond: number; readonly waitsMs: readonly number[] };

/** Each writer appends to its own trace and waits for the commit before its next append. */
async function appendTogether(place: RunPlace, writers: number, forMs: number): Promise<Appended> {
  const append = await Promise.all(Array.from({ length: writers }, () => openWriter(place)));
  const waitsMs: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + forMs;
  await Promise.all(
    append.map(async (next) => {
      while (performance.now() < until) {
        const askedAt = performance.now();
        await next();
        waitsMs.push(performance.now() - askedAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { rowsPerSecond: (waitsMs.length * BATCH_ROWS) / seconds, waitsMs };
}

/** Opens a running trace; the returned function appends one batch to it. */
async function openWriter({ stores, scope }: RunPlace): Promise<() => Promise<void>> {
  const run = await beginWrittenRun(stores.traces, { scope, task: "append" });
  let step = 0;
  return async () => {
    step += 1;
    await run.append(stepEntries(String(step)));
  };
}

/** Generates a turn with a result of some length and a text pinned by a person. */
function* stepEntries(name: string): Generator<EntryDraft> {
  yield* turnEntries("root", name, `Entry ${name}: ${CONTENT}`);
  yield {
    ...{ kind: "event", type: "compaction.pinned", goalId: "root" },
    data: { signalId: `signal-${name}`, personId: null, text: CONTENT },
  };
}

/** Measures rows per second over one connection with `size` rows per statement; each statement is a commit. */
async function insertRows(database: Database, size: number, forMs: number): Promise<number> {
  const client = await database.pool.connect();
  try {
    const startedAt = performance.now();
    let rows = 0;
    while (performance.now() - startedAt < forMs) {
      const batch = Array.from({ length: size }, () => ids.next());
      await client.query({
        name: `bench_insert_${size}`,
        text: "insert into bench_row select id, 1, body from unnest($1::text[], $2::text[]) as r(id, body)",
        values: [batch, batch.map(() => CONTENT)],
      });
      rows += size;
    }
    return (1000 * rows) / (performance.now() - startedAt);
  } finally {
    client.release();
  }
}
