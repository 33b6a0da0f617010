import type { LiveFeed, LiveNotice, PartialCall } from "@goaltrace/core";
import type { Delta } from "@goaltrace/core/log";
import type pg from "pg";
import { query } from "../sql.ts";
import {
  DELTA_BUFFER_CHARACTERS,
  DELTA_COALESCE_MS,
  NOTICE_TEXT_BYTES,
  PARTIAL_UPSERT_MS,
} from "../tunables.ts";
import { LIVE_CHANNEL } from "./channel.ts";
import { createRunningCalls, partialTextOf, type RunningCall } from "./running-calls.ts";
import { writeWire } from "./wire.ts";

export type Notifier = Pick<LiveFeed, "publish" | "partial"> & {
  /** Forgets the partial text of calls whose outcome is durable; "all" also those of other processes. */
  forget(traceId: string, callIds: readonly string[] | "all"): void;
  close(): Promise<void>;
};

type PartialRow = {
  readonly call_id: string;
  readonly kind: "model" | "tool";
  readonly attempt: number;
  readonly text_offset: number;
  readonly text: string;
  readonly reasoning: string;
};

/** Sends notices, gathered and in order, and keeps the partial text of running calls. Best effort: what cannot be sent is dropped. */
export function createNotifier(pool: pg.Pool): Notifier {
  const calls = createRunningCalls();
  const endedTraces = new Set<string>();
  let outgoing: LiveNotice[] = [];
  let outgoingCharacters = 0;
  let flushTimer: NodeJS.Timeout | undefined;
  let partialTimer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();

  /** One thing after the other, so that order holds; failures are forgiven. */
  const enqueue = (task: () => Promise<unknown>): void => {
    work = work.then(task).then(
      () => undefined,
      () => undefined,
    );
  };

  function flush(): void {
    flushTimer = undefined;
    const payloads = outgoing.flatMap(splitNotice).map(writeWire);
    outgoing = [];
    outgoingCharacters = 0;
    if (payloads.length > 0)
      enqueue(() =>
        query(pool, "select pg_notify($1, payload) from unnest($2::text[]) as payload", [
          LIVE_CHANNEL,
          payloads,
        ]),
      );
  }

  function writePartials(): void {
    partialTimer = undefined;
    const ended = [...endedTraces];
    endedTraces.clear();
    if (ended.length > 0) enqueue(() => query(pool, DELETE_PARTIALS_OF, [ended]));
    const gone = calls.takeRemoved();
    if (gone.length > 0)
      enqueue(() =>
        query(pool, DELETE_PARTIALS, [gone.map((call) => call.traceId), gone.map((call) => call.callId)]),
      );
    for (const call of calls.takeChanged()) {
      const values = valuesOf(call);
      enqueue(() => query(pool, UPSERT_PARTIAL, values));
    }
  }

  function writeSoon(): void {
    partialTimer ??= setTimeout(writePartials, PARTIAL_UPSERT_MS);
  }

  function forget(traceId: string, callIds: readonly string[] | "all"): void {
    if (callIds === "all") {
      calls.drop(traceId);
      endedTraces.add(traceId);
      writeSoon();
    } else if (calls.remove(traceId, callIds)) writeSoon();
  }

  function gather(notice: LiveNotice): void {
    const last = outgoing.at(-1);
    if (notice.kind === "delta" && last?.kind === "delta" && continues(last, notice)) {
      outgoing[outgoing.length - 1] = { ...last, text: last.text + notice.text };
    } else outgoing.push(notice);
  }

  return {
    forget,
    publish(notice) {
      if (notice.kind === "delta_withdrawn") forget(notice.traceId, [notice.callId]);
      if (notice.kind === "delta") {
        calls.add(notice);
        writeSoon();
        if (outgoingCharacters > DELTA_BUFFER_CHARACTERS) return;
        outgoingCharacters += notice.text.length;
      }
      gather(notice);
      flushTimer ??= setTimeout(flush, DELTA_COALESCE_MS);
    },
    async partial({ workspaceId }, traceId) {
      const rows = await query<PartialRow>(
        pool,
        `select call_id, kind, attempt, text_offset, text, reasoning from live_partial where workspace_id = $1 and trace_id = $2`,
        [workspaceId, traceId],
      );
      return rows.map(partialOf);
    },
    async close() {
      clearTimeout(flushTimer);
      clearTimeout(partialTimer);
      flush();
      writePartials();
      await work;
    },
  };
}

/** Deltas do not say whose workspace they are from; the row of their trace does. */
const UPSERT_PARTIAL = `
insert into live_partial (workspace_id, trace_id, call_id, kind, attempt, text_offset, text, reasoning)
select workspace_id, id, $2, $3, $4, $5, $6, $7 from trace where id = $1
on conflict (workspace_id, trace_id, call_id) do update
set kind = excluded.kind, attempt = excluded.attempt, text_offset = excluded.text_offset, text = excluded.text, reasoning = excluded.reasoning`;

const DELETE_PARTIALS = `
delete from live_partial p using unnest($1::text[], $2::text[]) as gone(trace_id, call_id) join trace t on t.id = gone.trace_id
where p.workspace_id = t.workspace_id and p.trace_id = t.id and p.call_id = gone.call_id`;

const DELETE_PARTIALS_OF = `
delete from live_partial p using trace t where t.id = any($1) and p.workspace_id = t.workspace_id and p.trace_id = t.id`;

function valuesOf(call: RunningCall): readonly unknown[] {
  const { offset, text, reasoning } = partialTextOf(call);
  return [call.traceId, call.callId, call.kind, call.attempt, offset, text, reasoning];
}

function partialOf(row: PartialRow): PartialCall {
  const { call_id: callId, kind, attempt, text } = row;
  return kind === "tool"
    ? { kind, callId, attempt, offset: row.text_offset, text }
    : { kind, callId, attempt, text, reasoning: row.reasoning };
}

function continues(last: Delta, next: Delta): boolean {
  return (
    last.traceId === next.traceId &&
    last.callId === next.callId &&
    last.attempt === next.attempt &&
    last.channel === next.channel &&
    last.offset + last.text.length === next.offset
  );
}

/** Cuts the text of a long delta so that each piece fits into a notice, never inside a surrogate pair. */
function splitNotice(notice: LiveNotice): readonly LiveNotice[] {
  if (notice.kind !== "delta" || Buffer.byteLength(JSON.stringify(notice.text)) <= 2 * NOTICE_TEXT_BYTES)
    return [notice];
  const pieces: Delta[] = [];
  let start = 0;
  let bytes = 0;
  let end = 0;
  for (const character of notice.text) {
    const size = Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes + size > 2 * NOTICE_TEXT_BYTES) {
      pieces.push({ ...notice, offset: notice.offset + start, text: notice.text.slice(start, end) });
      start = end;
      bytes = 0;
    }
    bytes += size;
    end += character.length;
  }
  return [...pieces, { ...notice, offset: notice.offset + start, text: notice.text.slice(start) }];
}
