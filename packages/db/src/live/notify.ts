import type { LiveNotice, PartialCall } from "@goaltrace/core";
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
import { writeWire } from "./wire.ts";

export type Notifier = {
  publish(notice: LiveNotice): void;
  partial(traceId: string): Promise<PartialCall | undefined>;
  /** Forgets the partial text of a run whose message is durable. */
  forget(traceId: string): void;
  close(): Promise<void>;
};

type PartialRow = {
  readonly call_id: string;
  readonly attempt: number;
  readonly text: string;
  readonly reasoning: string;
};
/** Pieces are kept apart until they are written: joining at each delta would copy the text over and over. */
type RunningCall = {
  readonly callId: string;
  readonly attempt: number;
  readonly text: string[];
  readonly reasoning: string[];
  isDirty: boolean;
};

/** Sends notices, gathered and in order, and keeps the partial text of running calls. Best effort: what cannot be sent is dropped. */
export function createNotifier(pool: pg.Pool): Notifier {
  const running = new Map<string, RunningCall>();
  const ended = new Set<string>();
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
    const gone = [...ended];
    ended.clear();
    if (gone.length > 0)
      enqueue(() => query(pool, "delete from live_partial where trace_id = any($1)", [gone]));
    for (const [traceId, call] of running) {
      if (!call.isDirty) continue;
      call.isDirty = false;
      const values = [traceId, call.callId, call.attempt, storable(call.text), storable(call.reasoning)];
      enqueue(() => query(pool, UPSERT_PARTIAL, values));
    }
  }

  function remember(delta: Delta): void {
    if (delta.channel === "tool") return;
    const known = running.get(delta.traceId);
    const isSame = known !== undefined && known.callId === delta.callId && known.attempt === delta.attempt;
    const call: RunningCall = isSame
      ? known
      : { callId: delta.callId, attempt: delta.attempt, text: [], reasoning: [], isDirty: true };
    running.set(delta.traceId, call);
    call[delta.channel].push(delta.text);
    call.isDirty = true;
    ended.delete(delta.traceId);
    partialTimer ??= setTimeout(writePartials, PARTIAL_UPSERT_MS);
  }

  function forget(traceId: string): void {
    if (!running.delete(traceId)) return;
    ended.add(traceId);
    partialTimer ??= setTimeout(writePartials, PARTIAL_UPSERT_MS);
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
      if (notice.kind === "delta") remember(notice);
      if (notice.kind === "delta_withdrawn") forget(notice.traceId);
      if (notice.kind === "delta") {
        if (outgoingCharacters > DELTA_BUFFER_CHARACTERS) return;
        outgoingCharacters += notice.text.length;
      }
      gather(notice);
      flushTimer ??= setTimeout(flush, DELTA_COALESCE_MS);
    },
    async partial(traceId) {
      const [row] = await query<PartialRow>(
        pool,
        "select call_id, attempt, text, reasoning from live_partial where trace_id = $1",
        [traceId],
      );
      return row === undefined
        ? undefined
        : { callId: row.call_id, attempt: row.attempt, text: row.text, reasoning: row.reasoning };
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

const UPSERT_PARTIAL = `
insert into live_partial (trace_id, call_id, attempt, text, reasoning) values ($1, $2, $3, $4, $5)
on conflict (trace_id) do update
set call_id = excluded.call_id, attempt = excluded.attempt, text = excluded.text, reasoning = excluded.reasoning`;

function continues(last: Delta, next: Delta): boolean {
  return (
    last.traceId === next.traceId &&
    last.callId === next.callId &&
    last.attempt === next.attempt &&
    last.channel === next.channel &&
    last.offset + last.text.length === next.offset
  );
}

/** PostgreSQL's text holds no NUL; a partial text is only looked at. */
function storable(pieces: readonly string[]): string {
  return pieces.join("").replaceAll("\0", "\uFFFD");
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
