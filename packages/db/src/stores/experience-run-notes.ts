import type { ExperienceArm } from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { USES_MAX_BATCH } from "../tunables.ts";

/** The experiences that a run works with. */
type ExperienceRunNote = {
  readonly workspaceId: string;
  readonly traceId: string;
  readonly arm: ExperienceArm;
  readonly experiences: readonly { readonly id: string; readonly version: number }[];
};

/** The locks on the traces keep rows from outliving a trace that is being deleted. They are taken in the order of ids, as group commits do. */
const NOTE_RUNS = {
  name: "note_experience_runs",
  text: `with asked as (
      select * from unnest($1::text[], $2::text[], $3::text[]) as asked(workspace_id, trace_id, arm)
    ), present as (
      select workspace_id, id from trace where (workspace_id, id) in (select workspace_id, trace_id from asked)
      order by id for key share
    ), noted as (
      insert into experience_run (workspace_id, trace_id, arm)
      select asked.workspace_id, asked.trace_id, asked.arm
      from asked join present on present.workspace_id = asked.workspace_id and present.id = asked.trace_id
      on conflict do nothing returning workspace_id, trace_id
    )
    insert into experience_use (workspace_id, experience_id, trace_id, version)
    select noted.workspace_id, used.id, noted.trace_id, used.version
    from noted join unnest($4::text[], $5::text[], $6::text[], $7::int[]) as used(workspace_id, trace_id, id, version)
      on used.workspace_id = noted.workspace_id and used.trace_id = noted.trace_id
    on conflict do nothing`,
};

/** Returns the function that records what runs work with, those that start at once with one statement. Runs that were deleted meanwhile are left out. */
export function createExperienceRunNotes(pool: pg.Pool): (note: ExperienceRunNote) => Promise<void> {
  return createBatch<ExperienceRunNote, void>({
    most: USES_MAX_BATCH,
    run: async (notes) => {
      const used = notes.flatMap(({ workspaceId, traceId, experiences }) =>
        experiences.map((experience) => ({ workspaceId, traceId, ...experience })),
      );
      await query(pool, NOTE_RUNS, [
        ...[notes.map(({ workspaceId }) => workspaceId), notes.map(({ traceId }) => traceId)],
        ...[notes.map(({ arm }) => arm), used.map(({ workspaceId }) => workspaceId)],
        ...[used.map(({ traceId }) => traceId), used.map(({ id }) => id)],
        used.map(({ version }) => version),
      ]);
      return notes.map(() => undefined);
    },
  });
}
