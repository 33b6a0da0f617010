import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "./database.ts";
import { newEntry, newScope, newTrace } from "./testing/fixture.ts";

/** Statements of the previous version, verbatim. */
const OLD_CLAIMABLE = `id = root_id and status in ('queued', 'running', 'waiting')
    and (status <> 'waiting' or projection::jsonb->>'waitingFor' = 'folder')
    and (lease_until is null or lease_until <= clock_timestamp())`;
const OLD_CLAIM = `
update trace set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond', fence = fence + 1,
  resume_count = resume_count + case when status = 'running' then 1 else 0 end
where id = (
  select id from trace as candidate
  where ${OLD_CLAIMABLE} and ($3::text is null or id = $3)
    and ($4::text[] is null or project_folder is null or project_folder = any($4)
      or exists (select from signal where signal.trace_id = candidate.id and kind = 'cancel' and taken_at is null))
    and ($5::float8 is null or (status <> 'waiting' and created_at <= clock_timestamp() - make_interval(secs => $5 / 1000)))
    and not exists (
      select from trace as busy
      where busy.workspace_id = candidate.workspace_id and busy.conversation_id = candidate.conversation_id
        and busy.id <> candidate.id and busy.status in ('queued', 'running') and busy.lease_until > clock_timestamp()
    )
  order by created_at, id limit 1 for update skip locked
)
returning id, header, projection, fence, lease_until`;
const OLD_PENDING =
  "select id, trace_id, kind, person_id, reason, at from signal where trace_id = $1 and taken_at is null order by position";
const OLD_TAKE =
  "update signal set taken_at = now() where trace_id = $1 and id = any($2) and taken_at is null";
const OLD_INSERT = `with target as (select id from trace where workspace_id = $1 and id = $2),
         added as (
           insert into signal (id, workspace_id, trace_id, kind, person_id, reason, at)
           select $3, $1, id, $4, $5, $6, $7 from target on conflict do nothing
         )
         select pg_notify($8, $9) from target`;
const OLD_DELETE = "delete from signal where trace_id = any($1)";

const REFUSAL =
  "This database was migrated by a newer version of Goaltrace. Stop this worker and start the new version.";

describe("a worker of the previous version", () => {
  let database: Database;
  const scope = newScope();
  const trace = newTrace(scope, { projectFolder: `/projects/${randomUUID()}` });
  beforeAll(async () => {
    database = createDatabase(process.env.DATABASE_URL ?? "");
    await database.traces.create(scope, trace, [newEntry(trace.id, 1)], []);
  });
  afterAll(() => database.close());

  it.each([
    ["a claim", OLD_CLAIM, ["old", 8_000, trace.id, null, null]],
    ["a claim for folders", OLD_CLAIM, ["old", 8_000, null, ["/elsewhere"], null]],
    ["a claim to mark waiting runs", OLD_CLAIM, ["old", 8_000, null, ["/elsewhere"], 10_000]],
    ["reading signals", OLD_PENDING, [trace.id]],
    ["reading signals of an unknown run", OLD_PENDING, ["nothing"]],
    ["taking signals", OLD_TAKE, [trace.id, ["s1"]]],
    [
      "sending a signal",
      OLD_INSERT,
      [scope.workspaceId, trace.id, "s1", "cancel", null, null, 1, "goaltrace_live", "{}"],
    ],
    ["deleting signals", OLD_DELETE, [[trace.id]]],
  ])("is refused with instructions: %s", async (_, statement, values) => {
    await expect(database.pool.query(statement, values)).rejects.toThrow(REFUSAL);
  });

  it("changes nothing when refused, and lets this version claim", async () => {
    expect(await database.signals.pending(scope, trace.id)).toEqual([]);
    const claimed = await database.traces.claim({ owner: "new", leaseMs: 8_000, only: trace.id });
    expect(claimed?.lease.fence).toBe(1);
  });
});
