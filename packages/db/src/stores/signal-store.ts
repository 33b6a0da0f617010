import { readSignal, type Signal, type SignalStore } from "@goaltrace/core";
import type pg from "pg";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { writeWake } from "../live/wire.ts";
import { storableJson } from "../rows/storable-json.ts";
import { query } from "../sql.ts";
import { missing } from "./missing.ts";
import { readableSignal } from "./readable-signal.ts";

type SignalRow = {
  readonly id: string;
  readonly trace_id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly person_id: string | null;
  readonly at: string;
};

/** Signals over PostgreSQL: durable, then a notice for the holder of the lease, and for all workers when nobody holds one. */
export function createSignalStore(pool: pg.Pool): SignalStore {
  return {
    async insert({ workspaceId }, { id, traceId, kind, payload, personId, at }) {
      const rows = await query(
        pool,
        `with target as (select id, status from trace where workspace_id = $1 and id = $2),
         added as (
           insert into run_signal (id, workspace_id, trace_id, kind, payload, person_id, at)
           select $3, $1, id, $4, $5, $6, $7 from target on conflict do nothing
         )
         select pg_notify($8, told.notice)
         from target cross join lateral (select $9 as notice union all select $10 where status = 'waiting') told`,
        [
          ...[workspaceId, traceId, id, kind, storableJson(payload), personId, at],
          ...[LIVE_CHANNEL, JSON.stringify({ signalled: [workspaceId, traceId] }), writeWake(traceId)],
        ],
      );
      if (rows.length === 0) throw missing(`trace ${traceId}`);
    },

    async pending({ workspaceId }, traceId) {
      const rows = await query<SignalRow>(
        pool,
        `select id, trace_id, kind, payload, person_id, at from run_signal
         where workspace_id = $1 and trace_id = $2 and taken_at is null order by position`,
        [workspaceId, traceId],
      );
      return rows.map(signalOf);
    },

    // Its words are in the log from here on, where they can be erased.
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

function signalOf(row: SignalRow): Signal {
  const envelope = { id: row.id, traceId: row.trace_id, personId: row.person_id, at: Number(row.at) };
  return readSignal(envelope, row);
}
