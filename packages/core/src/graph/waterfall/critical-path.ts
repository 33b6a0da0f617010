import type { Pause, Piece, PieceKind } from "./timed-call.ts";
import { endOf, piecesOf } from "./timed-call.ts";
import type { Timing } from "./timing.ts";

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

/** The calls of a path and its sums. `byGoal` is its work that belongs to each goal itself, in milliseconds. */
export type PathFigures = {
  readonly calls: ReadonlySet<number>;
  readonly sums: PathSums;
  readonly byGoal: ReadonlyMap<string, number>;
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
  const calls = walkBack(timing, tip, (piece) => backward.push(piece));
  return { pieces: backward.reverse(), calls };
}

/** Returns the critical path without its pieces: its calls, and its lengths by kind and by goal. O(calls of the path), and little of it. */
export function pathFigures(timing: Timing, tip: number): PathFigures {
  const byKind = new Map<PieceKind, number>();
  const byGoal = new Map<string, number>();
  const calls = walkBack(timing, tip, (piece) => {
    addLength(byKind, piece);
    addWork(byGoal, piece);
  });
  return { calls, sums: sumKinds(byKind), byGoal };
}

/** Calls `visit` with the pieces of the path, the last one first. Returns the calls on it. */
function walkBack(timing: Timing, tip: number, visit: (piece: PathPiece) => void): ReadonlySet<number> {
  const onPath = new Set<number>();
  const pauses = pausesUntil(timing, tip);
  let next = pauses.length - 1;
  let cursor = tip;
  /** Adds the time up to the cursor. The part in a pause is waiting. */
  const add = (kind: PieceKind, from: number, { call, goalId }: Pick<PathPiece, "call" | "goalId">): void => {
    while (cursor > from) {
      while ((pauses[next]?.from ?? Number.NEGATIVE_INFINITY) >= cursor) next -= 1;
      const pause = pauses[next];
      const isPaused = pause !== undefined && pause.to >= cursor;
      const start = Math.max(from, (isPaused ? pause.from : pause?.to) ?? from);
      visit({ kind: isPaused ? "wait" : kind, from: start, to: cursor, call, goalId });
      cursor = start;
    }
  };
  let goalId = timing.path.at(-1) ?? "";
  for (let index = lastEnded(timing, tip); index !== null; index = latestNeed(timing, index, tip)) {
    const call = timing.calls[index];
    if (call === undefined) break;
    add("runtime", endOf(call, tip), { call: null, goalId });
    goalId = call.goalId;
    const place = { call: index, goalId };
    const pieces = piecesOf(call, tip);
    for (let at = pieces.length - 1; at >= 0; at -= 1) {
      const piece = pieces[at];
      if (piece !== undefined && piece.from >= call.runFrom)
        add(piece.kind, Math.max(piece.from, timing.from), place);
    }
    onPath.add(index);
  }
  add("runtime", timing.from, { call: null, goalId });
  return onPath;
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

/** Returns the lengths of the parts of a path. Waits for people, for the provider's queue and in pauses count as waited. */
export function sumPath(pieces: readonly PathPiece[]): PathSums {
  const byKind = new Map<PieceKind, number>();
  for (const piece of pieces) addLength(byKind, piece);
  return sumKinds(byKind);
}

/** Returns per goal the work of the path that belongs to the goal itself, in milliseconds. The values add up to the work of the run. */
export function pathByGoal(pieces: readonly PathPiece[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const piece of pieces) addWork(sums, piece);
  return sums;
}

function addLength(sums: Map<PieceKind, number>, { kind, from, to }: PathPiece): void {
  sums.set(kind, (sums.get(kind) ?? 0) + to - from);
}

function addWork(sums: Map<string, number>, { kind, goalId, from, to }: PathPiece): void {
  if (!isWaiting(kind)) sums.set(goalId, (sums.get(goalId) ?? 0) + to - from);
}

function sumKinds(byKind: ReadonlyMap<PieceKind, number>): PathSums {
  let [worked, waited] = [0, 0];
  for (const [kind, ms] of byKind) {
    if (isWaiting(kind)) waited += ms;
    else worked += ms;
  }
  return { worked, waited, byKind };
}

function isWaiting(kind: PieceKind): boolean {
  return kind === "wait" || kind === "queue";
}

/** Returns how long after its end the result of a call was first needed; null while nothing needed it, and for a call on the path. */
export function spareTimes(
  timing: Timing,
  path: Pick<CriticalPath, "calls">,
  tip: number,
): (index: number) => number | null {
  const neededAt = new Float64Array(timing.calls.length).fill(Number.NaN);
  for (const { needs, runFrom } of timing.calls)
    for (const need of needs) {
      const known = neededAt[need];
      if (known === undefined || !(known <= runFrom)) neededAt[need] = runFrom;
    }
  return (index) => {
    const [call, at = Number.NaN] = [timing.calls[index], neededAt[index]];
    if (call === undefined || Number.isNaN(at) || path.calls.has(index)) return null;
    return Math.max(0, at - endOf(call, tip));
  };
}
