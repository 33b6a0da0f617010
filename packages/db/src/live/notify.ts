import type { LiveFeed, LiveNotice, PartialCall } from "@goaltrace/core/ports";
import type pg from "pg";
import { createSharedRead } from "../shared-read.ts";
import { query } from "../sql.ts";
import { DELTA_COALESCE_MS, NOTICE_TEXT_BYTES, PARTIAL_UPSERT_MS } from "../tunables.ts";
import { LIVE_CHANNEL } from "./channel.ts";
import { createOutgoingNotices } from "./outgoing-notices.ts";
import { createPacer } from "./pacer.ts";
import { createRunningCalls, partialText, type RunningCall } from "./running-calls.ts";
import { splitDelta } from "./split-delta.ts";
import { writeWire } from "./wire.ts";

export type Notifier = Pick<LiveFeed, "publish" | "partial"> & {
  /** Drops the partial text of calls whose outcome is durable; "all" covers every call of the trace, including those of other processes. */
  forget(traceId: string, callIds: readonly string[] | "all"): void;
  close(): Promise<void>;
};

type TraceAddress = { readonly workspaceId: string; readonly traceId: string };

type PartialRow = {
  readonly call_id: string;
  readonly kind: "model" | "tool";
  readonly attempt: number;
  readonly text_offset: number;
  readonly text: string;
  readonly reasoning: string;
};

/**
 * Sends notices in order and in batches, and stores the partial text of running calls. Best effort: a failed send is dropped. Each of the
 * two runs at most one statement at a time and buffers meanwhile, so memory stays bounded with a slow database.
 */
export function createNotifier(pool: pg.Pool): Notifier {
  const calls = createRunningCalls();
  const endedTraces = new Set<string>();
  const outgoing = createOutgoingNotices();
  const notices = createPacer(DELTA_COALESCE_MS, sendNotices);
  const partials = createPacer(PARTIAL_UPSERT_MS, writePartials);

  let isClosing = false;

  async function sendNotices(): Promise<void> {
    const payloads = outgoing.take().flatMap(splitNotice).map(writeWire);
    if (payloads.length === 0) return;
    await query(pool, "select pg_notify($1, payload) from unnest($2::text[]) as payload", [
      LIVE_CHANNEL,
      payloads,
    ]);
  }

  async function writePartials(): Promise<void> {
    const ended = [...endedTraces];
    endedTraces.clear();
    const removed = calls.takeRemoved();
    const changed = calls.takeChanged(isClosing ? Number.POSITIVE_INFINITY : performance.now());
    if (ended.length > 0) await query(pool, DELETE_PARTIALS_OF, [ended]);
    if (removed.length > 0)
      await query(pool, DELETE_PARTIALS, [
        removed.map((call) => call.traceId),
        removed.map((call) => call.callId),
      ]);
    for (const call of changed) await query(pool, UPSERT_PARTIAL, partialValues(call)).catch(() => undefined);
    if (calls.hasChanged() && !isClosing) partials.request();
  }

  function forget(traceId: string, callIds: readonly string[] | "all"): void {
    if (callIds === "all") {
      calls.drop(traceId);
      endedTraces.add(traceId);
      partials.request();
    } else if (calls.remove(traceId, callIds)) partials.request();
  }

  // Hundreds of watchers may follow one run, whose text may have a million characters.
  const readPartials = createSharedRead<TraceAddress, readonly PartialCall[]>({
    keyOf: ({ workspaceId, traceId }) => `${workspaceId} ${traceId}`,
    read: async ({ workspaceId, traceId }) => {
      const rows = await query<PartialRow>(pool, SELECT_PARTIALS, [workspaceId, traceId]);
      return rows.map(toPartialCall);
    },
  });

  return {
    forget,
    publish(notice) {
      if (notice.kind === "delta_withdrawn") forget(notice.traceId, [notice.callId]);
      if (notice.kind === "delta") {
        calls.add(notice);
        partials.request();
      }
      outgoing.add(notice);
      notices.request();
    },
    partial: async ({ workspaceId }, traceId) => await readPartials({ workspaceId, traceId }),
    async close() {
      isClosing = true;
      await Promise.all([notices.close(), partials.close()]);
    },
  };
}

const SELECT_PARTIALS = {
  name: "select_partials",
  text: `select call_id, kind, attempt, text_offset, text, reasoning from live_partial where workspace_id = $1 and trace_id = $2`,
};

/** Deltas do not carry their workspace, so it comes from the trace's row. The lock keeps a text from outliving a trace that is being deleted. */
const UPSERT_PARTIAL = `
insert into live_partial (workspace_id, trace_id, call_id, kind, attempt, text_offset, text, reasoning)
select workspace_id, id, $2, $3, $4, $5, $6, $7 from trace where id = $1 for key share
on conflict (workspace_id, trace_id, call_id) do update
set kind = excluded.kind, attempt = excluded.attempt, text_offset = excluded.text_offset, text = excluded.text, reasoning = excluded.reasoning
where live_partial.attempt <= excluded.attempt`;

const DELETE_PARTIALS = `
delete from live_partial p using unnest($1::text[], $2::text[]) as gone(trace_id, call_id) join trace t on t.id = gone.trace_id
where p.workspace_id = t.workspace_id and p.trace_id = t.id and p.call_id = gone.call_id`;

const DELETE_PARTIALS_OF = `
delete from live_partial p using trace t where t.id = any($1) and p.workspace_id = t.workspace_id and p.trace_id = t.id`;

function partialValues(call: RunningCall): readonly unknown[] {
  const { offset, text, reasoning } = partialText(call);
  return [call.traceId, call.callId, call.kind, call.attempt, offset, text, reasoning];
}

function toPartialCall(row: PartialRow): PartialCall {
  const { call_id: callId, kind, attempt, text } = row;
  return kind === "tool"
    ? { kind, callId, attempt, offset: row.text_offset, text }
    : { kind, callId, attempt, text, reasoning: row.reasoning };
}

/** Splits a long delta so that each piece fits into one notice. */
function splitNotice(notice: LiveNotice): readonly LiveNotice[] {
  return notice.kind === "delta" ? splitDelta(notice, 2 * NOTICE_TEXT_BYTES) : [notice];
}
