import type { Pause, Piece, PieceKind, TimedCall } from "./timed-call.ts";
import { endOf, piecesOf } from "./timed-call.ts";
import type { Timing } from "./fold-timing.ts";

/** A stretch of the critical path. `call` is null for the run's own work and its waits between calls. */
export type PathPiece = Piece & { readonly call: number | null; readonly goalId: string };

/** The chain of work that made the run take as long as it did, in order. */
export type CriticalPath = {
  /** Covers the run from its first entry to its tip, without gaps or overlaps. */
  readonly pieces: readonly PathPiece[];
  /** The calls on it. */
  readonly calls: ReadonlySet<number>;
};

/** The length of a run in milliseconds: `worked` + `waited` = its length. */
export type PathSums = {
  readonly worked: number;
  readonly waited: number;
  readonly byKind: ReadonlyMap<PieceKind, number>;
};

/** The end of a run in real time: its last entry, or `now` while it continues. */
export function tipOf(timing: Timing, now: number | null): number {
  return timing.isOpen && now !== null ? Math.max(now, timing.to) : timing.to;
}

/** Returns the pauses up to the tip, with the one that has not ended. */
export function pausesUntil(timing: Timing, tip: number): readonly Pause[] {
  const { pauses, openPause } = timing;
  return openPause !== null && tip > openPause.from ? [...pauses, { ...openPause, to: tip }] : pauses;
}

/**
 * Returns the critical path: from the call that ended last back to the result it needed that ended last, and so on. Time between two
 * calls is work of the run itself or a pause.
 */
export function criticalPath(timing: Timing, tip: number): CriticalPath {
  const backward: PathPiece[] = [];
  const onPath = new Set<number>();
  let cursor = tip;
  const add = (piece: Omit<PathPiece, "to">): void => {
    if (piece.from < cursor) backward.push({ ...piece, to: cursor });
    cursor = Math.min(cursor, piece.from);
  };
  let goalId = timing.path.at(-1) ?? "";
  for (let index = lastEnded(timing, tip); index !== null; index = latestNeed(timing, index, tip)) {
    const call = timing.calls[index];
    if (call === undefined) break;
    add({ kind: "runtime", from: Math.min(cursor, endOf(call, tip)), call: null, goalId });
    goalId = call.goalId;
    for (const { kind, from } of piecesOf(call, tip).toReversed())
      if (from >= call.runFrom) add({ kind, from: Math.max(from, timing.from), call: index, goalId });
    onPath.add(index);
  }
  add({ kind: "runtime", from: timing.from, call: null, goalId });
  return { pieces: withPauses(backward.reverse(), pausesUntil(timing, tip)), calls: onPath };
}

function lastEnded({ calls, open }: Timing, tip: number): number | null {
  if (open.size > 0) return Math.max(...open);
  let [latest, end] = [calls.length - 1, Number.NEGATIVE_INFINITY];
  // Only calls of the latest turns can have ended last.
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index];
    if (call === undefined) break;
    if (endOf(call, tip) > end) [latest, end] = [index, endOf(call, tip)];
    if (call.kind === "model") break;
  }
  return latest < 0 ? null : latest;
}

function latestNeed({ calls }: Timing, index: number, tip: number): number | null {
  let [latest, end]: [number | null, number] = [null, Number.NEGATIVE_INFINITY];
  for (const need of calls[index]?.needs ?? []) {
    const call = calls[need];
    if (call !== undefined && need < index && endOf(call, tip) >= end)
      [latest, end] = [need, endOf(call, tip)];
  }
  return latest;
}

/** Returns the pieces with what overlaps a pause turned into waiting. Both lists are in order. */
function withPauses(pieces: readonly PathPiece[], pauses: readonly Pause[]): readonly PathPiece[] {
  const result: PathPiece[] = [];
  let next = 0;
  for (const piece of pieces) {
    let { from } = piece;
    while ((pauses[next]?.to ?? Infinity) <= from) next += 1;
    for (let at = next; from < piece.to; at += 1) {
      const pause = pauses[at];
      if (pause === undefined || pause.from >= piece.to) {
        result.push({ ...piece, from });
        break;
      }
      if (pause.from > from) result.push({ ...piece, from, to: pause.from });
      const waitFrom = Math.max(from, pause.from);
      from = Math.min(pause.to, piece.to);
      result.push({ ...piece, kind: "wait", from: waitFrom, to: from });
    }
  }
  return result;
}

/** Returns the lengths of the parts of a path. Waits for people, for the provider's queue and in pauses count as waited. */
export function sumPath(pieces: readonly PathPiece[]): PathSums {
  const byKind = new Map<PieceKind, number>();
  let [worked, waited] = [0, 0];
  for (const { kind, from, to } of pieces) {
    byKind.set(kind, (byKind.get(kind) ?? 0) + to - from);
    if (kind === "wait" || kind === "queue") waited += to - from;
    else worked += to - from;
  }
  return { worked, waited, byKind };
}

/** Returns per goal the work of the path that belongs to the goal itself, in milliseconds. The values add up to the work of the run. */
export function pathByGoal(pieces: readonly PathPiece[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { kind, goalId, from, to } of pieces)
    if (kind !== "wait" && kind !== "queue") sums.set(goalId, (sums.get(goalId) ?? 0) + to - from);
  return sums;
}

/** Returns how long after its end the result of a call was first needed; null while nothing needed it, and for a call on the path. */
export function spareTimes(timing: Timing, path: CriticalPath, tip: number): ReadonlyMap<number, number> {
  const neededAt = new Map<number, number>();
  for (const call of timing.calls)
    for (const need of call.needs) {
      const known = neededAt.get(need);
      if (known === undefined || call.runFrom < known) neededAt.set(need, call.runFrom);
    }
  const spare = new Map<number, number>();
  for (const [index, at] of neededAt) {
    const call: TimedCall | undefined = timing.calls[index];
    if (call === undefined || path.calls.has(index)) continue;
    spare.set(index, Math.max(0, at - endOf(call, tip)));
  }
  return spare;
}
