import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { toOutline } from "@goaltrace/core/log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "../database.ts";
import { newScope } from "../testing/fixture.ts";

const url = process.env["DATABASE_URL"] ?? "";
const ENTRIES = 1_200;

describe("outlines in the database", () => {
  let database: Database;
  beforeAll(() => {
    database = createDatabase(url);
  });
  afterAll(async () => {
    await database.close();
  });

  /** Creates a log with more entries than one page of bodies, some of which no view draws. */
  async function create(): Promise<{
    read(): Promise<unknown>;
    readonly id: string;
    readonly outline: unknown;
  }> {
    const scope = newScope();
    const id = crypto.randomUUID();
    const log = buildLog({ traceId: id });
    log.user("\u0000 \ud800 \\u0041");
    while (log.entries.length < ENTRIES) {
      log.assistant({ text: `Message ${log.entries.length}` });
      log.event({ type: "tool.progressed", data: { toolCallId: "c", text: "drawn nowhere" } });
    }
    await database.traces.create(scope, buildTrace({ id, ...scope }, log.entries), log.entries, []);
    return {
      id,
      read: () => database.traces.outline(scope, id, { after: 0, until: ENTRIES + 1 }),
      outline: log.entries.flatMap((entry) => toOutline(entry) ?? []),
    };
  }

  it("reads rows stored before outlines existed the same as rows with outlines", async () => {
    const { id, read, outline } = await create();
    expect(await read()).toEqual(outline);
    await database.pool.query(
      "update entry set skeleton = null, skeleton_version = null where trace_id = $1 and sequence % 3 > 0",
      [id],
    );
    expect(await read()).toEqual(outline);
    await database.pool.query(
      "update entry set skeleton = null, skeleton_version = null where trace_id = $1",
      [id],
    );
    expect(await read()).toEqual(outline);
  });

  it("ignores outlines of another version", async () => {
    const { id, read, outline } = await create();
    await database.pool.query(
      "update entry set skeleton = 'of another kind', skeleton_version = 1 where trace_id = $1 and sequence < 100",
      [id],
    );
    expect(await read()).toEqual(outline);
  });

  it("6.4 · stores at most 150 bytes of outline per entry and reads outlines without any body", async () => {
    const { id, read, outline } = await create();
    const [row] = (
      await database.pool.query<{ readonly bytes: number }>(
        "select (sum(pg_column_size(skeleton)) / count(*))::int as bytes from entry where trace_id = $1",
        [id],
      )
    ).rows;
    expect(row?.bytes).toBeLessThanOrEqual(150);
    await database.pool.query("update entry set body = 'not read' where trace_id = $1", [id]);
    expect(await read()).toEqual(outline);
  });
});
