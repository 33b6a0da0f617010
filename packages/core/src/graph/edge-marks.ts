import type { Graph, GraphEdge, MarkerByKind } from "./graph.ts";

/** A series of equal actions on an edge. `cost` is that of its turns, null when part of it has no price. */
export type LoopMark = {
  readonly sequence: number;
  readonly from: number;
  readonly count: number;
  readonly cost: number | null;
  /** True when the result changed each time: the run was waiting, not looping. */
  readonly polling: boolean;
};

/** A compaction: tokens `before` and `after`, number of affected messages. Several on one edge share one mark. */
export type CompactionMark = {
  readonly sequence: number;
  readonly messages: number;
  readonly before: number;
  readonly after: number;
  readonly times: number;
};

/** The marks beside an edge's chip. Null and 0 mean absent. */
export type EdgeMarks = {
  readonly loop: LoopMark | null;
  readonly retries: number;
  readonly limit: { readonly sequence: number; readonly text: string } | null;
  /** `unknown` calls were in flight when the run was interrupted; their effect is unknown. */
  readonly resumed: { readonly sequence: number; readonly unknown: number; readonly times: number } | null;
  readonly compaction: CompactionMark | null;
};

/** Returns the marks of an edge: the longest of several loops, the last of several limits and resumes. O(markers and turns of the edge). */
export function edgeMarks(graph: Graph, edge: GraphEdge): EdgeMarks {
  const marks: Marks = { loop: null, retries: 0, limit: null, resumed: null, compaction: null };
  for (const marker of graph.nodes.get(edge.target)?.markers ?? []) addMark(marks, marker, edge);
  return marks;
}

type Marks = { -readonly [Name in keyof EdgeMarks]: EdgeMarks[Name] };

/** Markers without a handler appear only on their node. */
const HANDLERS: {
  readonly [Kind in keyof MarkerByKind]?: (marks: Marks, marker: MarkerByKind[Kind], edge: GraphEdge) => void;
} = {
  retry: (marks) => {
    marks.retries += 1;
  },
  loop: (marks, { sequence, from, count, action }, edge) => {
    if (marks.loop !== null && count < marks.loop.count) return;
    const cost = costBetween(edge, from, sequence);
    marks.loop = { sequence, from, count, cost, polling: action === "polling" };
  },
  limit: (marks, { sequence, text }) => {
    marks.limit = { sequence, text };
  },
  resumed: (marks, { sequence, unknown }) => {
    const before = marks.resumed ?? { unknown: 0, times: 0 };
    marks.resumed = { sequence, unknown: before.unknown + unknown, times: before.times + 1 };
  },
  compaction: (marks, { sequence, messages, before, after }) => {
    const earlier = marks.compaction ?? { messages: 0, before, times: 0 };
    marks.compaction = {
      sequence,
      messages: earlier.messages + messages,
      before: earlier.before,
      after,
      times: earlier.times + 1,
    };
  },
};

function addMark<Kind extends keyof MarkerByKind>(
  marks: Marks,
  marker: MarkerByKind[Kind],
  edge: GraphEdge,
): void {
  HANDLERS[marker.kind]?.(marks, marker, edge);
}

function costBetween(edge: GraphEdge, from: number, until: number): number | null {
  let cost: number | null = 0;
  for (const turn of edge.turns) {
    if (turn.sequence > until) break;
    const overlaps = turn.sequence >= from || turn.calls.some((call) => call.sequence >= from);
    if (overlaps) cost = cost === null || turn.cost === null ? null : cost + turn.cost;
  }
  return cost;
}
