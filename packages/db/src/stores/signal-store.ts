import type { Signal, SignalStore } from "@goaltrace/core";
import type pg from "pg";
import { LIVE_CHANNEL } from "../live/channel.ts";
import { query } from "../sql.ts";
import { missing } from "./missing.ts";

type SignalRow = {
  readonly id: string;
  readonly trace_id: string;
  readonly kind: string;
  readonly person_id: string | null;
  readonly reason: string | null;
  readonly at: string;
};

/** Signals over PostgreSQL: durable, then a notice for the holder of the lease. */
export function createSignalStore(pool: pg.Pool): SignalStore {
  return {
    async insert(scope, signal) {
      const rows = await query(
        pool,
        `with target as (select id from trace where workspace_id = $1 and id = $2),
         added as (
           insert into signal (id, workspace_id, trace_id, kind, person_id, reason, at)
           select $3, $1, id, $4, $5, $6, $7 from target on conflict do nothing
         )
         select pg_notify($8, $9) from target`,
        [
          ...[
            scope.workspaceId,
            signal.traceId,
            signal.id,
            signal.kind,
            signal.personId,
            signal.reason,
            signal.at,
          ],
          ...[LIVE_CHANNEL, JSON.stringify({ signalled: [scope.workspaceId, signal.traceId] })],
        ],
      );
      if (rows.length === 0) throw missing(`trace ${signal.traceId}`);
    },

    async pending(traceId) {
      const rows = await query<SignalRow>(
        pool,
        "select id, trace_id, kind, person_id, reason, at from signal where trace_id = $1 and taken_at is null order by position",
        [traceId],
      );
      return rows.map(signalOf);
    },

    async take(traceId, signalIds) {
      await query(
        pool,
        "update signal set taken_at = now() where trace_id = $1 and id = any($2) and taken_at is null",
        [traceId, signalIds],
      );
    },
  };
}

function signalOf(row: SignalRow): Signal {
  return {
    id: row.id,
    traceId: row.trace_id,
    kind: kindOf(row.kind),
    personId: row.person_id,
    reason: row.reason,
    at: Number(row.at),
  };
}

function kindOf(text: string): Signal["kind"] {
  return text === "compact" || text === "pin" ? text : "cancel";
}
