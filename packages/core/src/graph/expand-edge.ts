import type { Graph, GraphCall, GraphTurn } from "./graph.ts";

/** A turn of an open edge; `hiddenCalls` of its calls did not fit (a turn may issue more calls than an edge shows inline). */
export type OpenTurn = {
  readonly turn: GraphTurn;
  readonly calls: readonly GraphCall[];
  readonly hiddenCalls: number;
};
export type TurnCount = { readonly turns: number; readonly calls: number };
export type OpenEdge = {
  readonly turns: readonly OpenTurn[];
  readonly earlier: TurnCount;
  readonly later: TurnCount;
};

/** `around` is a sequence to show, by default the first turn; `limit` is the number of calls shown inline, by default 12. */
export type ExpandOptions = { readonly around?: number; readonly limit?: number };

/** Calls shown inline. */
export const INLINE_CALL_LIMIT = 12;

/**
 * Returns the turns of an edge next to a sequence, with counts of the rest. Reads only the edge, never the log: O(limit + log turns). An
 * edge without turns, or an unknown one, expands to nothing.
 */
export function expandEdge(graph: Graph, edgeId: string, options: ExpandOptions = {}): OpenEdge {
  const turns = graph.edges.get(edgeId)?.turns ?? [];
  const { around = 0, limit = INLINE_CALL_LIMIT } = options;
  let from = turnAt(turns, around);
  let until = from;
  let room = limit;
  // Alternate between later and earlier turns, so that the requested one stays in the middle; a turn without calls also takes one line.
  for (let grown = true; grown && room > 0;) {
    grown = false;
    const later = turns[until];
    if (later !== undefined && (until === from || turnWeight(later) <= room)) {
      room -= turnWeight(later);
      until += 1;
      grown = true;
    }
    const earlier = turns[from - 1];
    if (earlier !== undefined && turnWeight(earlier) <= room) {
      room -= turnWeight(earlier);
      from -= 1;
      grown = true;
    }
  }
  return {
    turns: turns.slice(from, until).map((turn) => openTurn(turn, around, limit)),
    earlier: { turns: from, calls: callsBefore(turns, from) },
    later: {
      turns: turns.length - until,
      calls: callsBefore(turns, turns.length) - callsBefore(turns, until),
    },
  };
}

function openTurn(turn: GraphTurn, around: number, limit: number): OpenTurn {
  const hiddenCalls = Math.max(0, turn.calls.length - limit);
  const chosen = turn.calls.findIndex((call) => call.sequence === around);
  const from = Math.max(0, Math.min(hiddenCalls, chosen - Math.floor(limit / 2)));
  return { turn, calls: turn.calls.slice(from, from + limit), hiddenCalls };
}

function turnWeight(turn: GraphTurn): number {
  return Math.max(1, turn.calls.length);
}

function callsBefore(turns: readonly GraphTurn[], index: number): number {
  const turn = turns[index];
  if (turn !== undefined) return turn.callsBefore;
  const last = turns.at(-1);
  return last === undefined ? 0 : last.callsBefore + last.calls.length;
}

/** Returns the index of the last turn that began at or before a sequence. */
function turnAt(turns: readonly GraphTurn[], sequence: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turns[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
