import type { SignalStore } from "@goaltrace/core/ports";
import { readSignal, type Signal } from "@goaltrace/core/signals";
import type pg from "pg";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { writeWake } from "../live/wire.ts";
import { storableJson } from "../rows/storable-json.ts";
import { query } from "../sql.ts";
import { createBatch } from "../batch.ts";
import { RUNS_MAX_BATCH } from "../tunables.ts";
import { notFound } from "./not-found.ts";
import { readableSignal } from "./readable-signal.ts";

type Recipient = { readonly workspaceId: string; readonly traceId: string };
type SignalRow = {
  readonly id: string;
  readonly workspace_id: string;
  readonly trace_id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly person_id: string | null;
  readonly at: string;
};

const PENDING = {
  name: "pending_signals",
  text: `select id, workspace_id, trace_id, kind, payload, person_id, at from run_signal
    where (workspace_id, trace_id) in (select * from unnest($1::text[], $2::text[])) and taken_at is null order by position`,
};

/**
 * Signals in PostgreSQL. A signal is stored first; then the holder of the run's lease is notified, and all workers when the run is waiting.
 */
export function createSignalStore(pool: pg.Pool): SignalStore {
  // Every run asks at its start and before its tools.
  const pending = createBatch<Recipient, readonly Signal[]>({
    most: RUNS_MAX_BATCH,
    run: async (recipients) => {
      const rows = await query<SignalRow>(pool, PENDING, [
        recipients.map(({ workspaceId }) => workspaceId),
        recipients.map(({ traceId }) => traceId),
      ]);
      return recipients.map(({ workspaceId, traceId }) =>
        rows.filter((row) => row.workspace_id === workspaceId && row.trace_id === traceId).map(toSignal),
      );
    },
  });
  return {
    async insert({ workspaceId }, { id, traceId, kind, payload, personId, at }) {
      const rows = await query<{ readonly is_new: boolean }>(
        pool,
        `with target as (select id, status from trace where workspace_id = $1 and id = $2 for key share),
         added as (
           insert into run_signal (id, workspace_id, trace_id, kind, payload, person_id, at)
           select $3, $1, id, $4, $5, $6, $7 from target on conflict do nothing returning id
         )
         select pg_notify($8, sent.notice), exists (select from added) as is_new
         from target cross join lateral (select $9 as notice union all select $10 where status = 'waiting') sent`,
        [
          ...[workspaceId, traceId, id, kind, storableJson(payload), personId, at],
          ...[LIVE_CHANNEL, JSON.stringify({ signalled: [workspaceId, traceId] }), writeWake(traceId)],
        ],
      );
      const [row] = rows;
      if (row === undefined) throw notFound(`trace ${traceId}`);
      return row.is_new;
    },

    pending: async ({ workspaceId }, traceId) => await pending({ workspaceId, traceId }),

    // The payload is erased here because the log has it from now on, and content can be erased from the log.
    async take({ workspaceId }, traceId, signalIds) {
      await query(
        pool,
        `update run_signal set taken_at = now(), payload = '{}'
         where workspace_id = $1 and trace_id = $2 and id = any($3) and taken_at is null and ${readableSignal("run_signal")}`,
        [workspaceId, traceId, signalIds],
      );
    },
  };
}

function toSignal(row: SignalRow): Signal {
  const envelope = { id: row.id, traceId: row.trace_id, personId: row.person_id, at: Number(row.at) };
  return readSignal(envelope, row);
}
