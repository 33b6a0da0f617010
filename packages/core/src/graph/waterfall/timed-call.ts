/**
 * The kinds of time that a call takes. `first` is the wait for the first token, `backoff` the pause after a failed attempt, `queue` the wait
 * for a place at the endpoint, `wait` a wait for a person.
 */
export type PieceKind =
  | "first"
  | "stream"
  | "tool"
  | "compaction"
  | "backoff"
  | "failed"
  | "queue"
  | "wait"
  | "runtime";

/** A stretch of time, in milliseconds since the epoch. */
export type Stretch = { readonly from: number; readonly to: number };

export type Piece = Stretch & { readonly kind: PieceKind };

/** A stretch in which nothing of the run could run. `turn` is the time between two tasks of one conversation. */
export type Pause = Stretch & { readonly reason: PauseReason };
export type PauseReason = "person" | "pause" | "budget" | "children" | "worker" | "interrupted" | "turn";

/** One call of a run with its times, in milliseconds since the epoch. */
export type TimedCall = {
  readonly kind: "model" | "tool" | "compaction" | "helper";
  readonly callId: string;
  /** The entry that represents the call: its end, or its start while it runs. */
  readonly sequence: number;
  /** The goal of the turn that issued the call. */
  readonly goalId: string;
  /** Name of the tool, or purpose of a helper call. Empty for steps. */
  readonly name: string;
  readonly text: string;
  /** Why it failed or did not run; empty otherwise. */
  readonly reason: string;
  /** Tokens before and after a compaction; null for other calls, and until it has taken effect. */
  readonly change: { readonly before: number; readonly after: number } | null;
  readonly outcome: "running" | "ok" | "error" | "denied" | "cancelled" | "interrupted";
  readonly from: number;
  /** When it began to run: after `from` only if a person was asked first. */
  readonly runFrom: number;
  /** Null while it runs. */
  readonly to: number | null;
  /** Its parts so far, in order and without gaps from `from`. Time after the last one is of the kind `tail`. */
  readonly pieces: readonly Piece[];
  readonly tail: PieceKind;
  /** Indexes of the calls whose results it needed. All are smaller than its own. */
  readonly needs: readonly number[];
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** US dollars; null when the model has no price, 0 for tools. */
  readonly cost: number | null;
  readonly failedAttempts: number;
};

/** A sub-agent of a run: its place beside the calls. Its work is in a log of its own. Times are milliseconds since the epoch. */
export type TimedLane = {
  readonly traceId: string;
  readonly agent: string;
  readonly task: string;
  /** The call that started it; null when no call did. */
  readonly callId: string | null;
  /** The entry that records its start. */
  readonly sequence: number;
  /** Its index among branches that are merged; null for one on its own. */
  readonly branch: number | null;
  readonly from: number;
  /** Null while it works, like `workedMs`. */
  readonly to: number | null;
  readonly outcome: "running" | "completed" | "failed" | "cancelled" | "interrupted";
  readonly workedMs: number | null;
  readonly tokens: number;
  /** US dollars; null while unknown. */
  readonly cost: number | null;
  /** Its answer or failure; empty while it works. */
  readonly text: string;
};

/** Returns the end of a call; `now` for one that still runs. */
export function endOf(call: TimedCall, now: number): number {
  return call.to ?? Math.max(call.runFrom, now);
}

/** Returns the parts of a call up to `now`. They cover it without gaps or overlaps. */
export function piecesOf(call: TimedCall, now: number): readonly Piece[] {
  const end = endOf(call, now);
  const pieces: Piece[] = [];
  let cursor = call.from;
  for (const { kind, to } of call.pieces) {
    const until = Math.min(to, end);
    if (until > cursor) pieces.push({ kind, from: cursor, to: until });
    cursor = Math.max(cursor, until);
  }
  if (end > cursor) pieces.push({ kind: call.tail, from: cursor, to: end });
  return pieces;
}

/** Returns the parts of a call before its latest attempt. */
export function beforeAttempt(call: TimedCall, start: number): readonly Piece[] {
  const from = call.pieces.at(-1)?.to ?? call.from;
  if (start <= from) return call.pieces;
  const kind = call.failedAttempts > 0 ? "backoff" : "runtime";
  return [...call.pieces, { kind, from, to: start }];
}

/** Returns the parts of a call whose first attempt waited for a place at the endpoint; null without such a wait. */
export function withQueue(pieces: readonly Piece[], waitedMs: number): readonly Piece[] | null {
  const [first] = pieces;
  if (first?.kind !== "runtime" || waitedMs === 0) return null;
  const until = Math.min(first.to, first.from + waitedMs);
  return [
    { kind: "queue", from: first.from, to: until },
    { kind: "runtime", from: until, to: first.to },
    ...pieces.slice(1),
  ];
}
