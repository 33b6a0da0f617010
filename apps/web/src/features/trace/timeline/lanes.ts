import type { Graph } from "@goaltrace/core/graph";
import { handleOutline, type OutlineEntry, type OutlineHandlers } from "@goaltrace/core/log";
import { isError, pathTo } from "../selection-moves.ts";

/** A time span in a lane. `row` separates spans that overlap. */
export type LaneSpan = {
  readonly from: number;
  readonly to: number;
  readonly row: number;
  /** The entry that a click selects. */
  readonly sequence: number;
  readonly goalId: string;
  readonly label: string;
  readonly state: "done" | "failed" | "running";
};

/** The time span of a goal, from the first to the last entry of it and its descendants. */
export type GoalSpan = {
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly goalId: string;
};

/** The run in real time. Times are in milliseconds since the epoch. */
export type Lanes = {
  readonly from: number;
  readonly to: number;
  readonly goals: readonly GoalSpan[];
  readonly model: readonly LaneSpan[];
  readonly tools: readonly LaneSpan[];
  /** Spans in which neither the model nor a tool was working. */
  readonly waits: readonly LaneSpan[];
};

/** Shorter gaps are overhead of the runtime. */
const MIN_WAIT_MS = 400;
/** Deeper goals share the last row. */
const MAX_GOAL_ROWS = 5;

/** Returns the lanes of a log. `now` ends work that is still running; null when nothing can be running. */
export function buildLanes(
  { graph, entries }: { readonly graph: Pick<Graph, "goals">; readonly entries: readonly OutlineEntry[] },
  now: number | null,
): Lanes {
  const from = entries[0]?.t ?? now ?? 0;
  const end = Math.max(from + 1, now ?? 0, entries.at(-1)?.t ?? 0);
  const { model, tools } = collectWork(entries, now === null ? null : end);
  return {
    from,
    to: end,
    goals: goalSpans(graph, entries),
    model: assignRows(model),
    tools: assignRows(tools),
    waits: waitsBetween([...model, ...tools], from, end),
  };
}

type OpenSpan = {
  readonly from: number;
  readonly sequence: number;
  readonly goalId: string;
  readonly label: string;
};
type UnplacedSpan = Omit<LaneSpan, "row">;

/** Finished and running work. */
type Work = {
  readonly model: UnplacedSpan[];
  readonly tools: UnplacedSpan[];
  readonly running: Map<string, OpenSpan>;
  calling: OpenSpan | null;
};

function collectWork(
  entries: readonly OutlineEntry[],
  now: number | null,
): { readonly model: readonly UnplacedSpan[]; readonly tools: readonly UnplacedSpan[] } {
  const work: Work = { model: [], tools: [], running: new Map(), calling: null };
  for (const entry of entries) handleOutline(WORK_HANDLERS, work, entry);
  const { model, tools, running, calling } = work;
  if (now !== null) {
    if (calling) model.push({ ...calling, to: now, state: "running" });
    for (const open of running.values()) tools.push({ ...open, to: now, state: "running" });
  }
  return { model, tools };
}

/** Handlers for the entries that start or end work. */
const WORK_HANDLERS: OutlineHandlers<Work, void> = {
  calling: (work, entry) => {
    work.calling = { ...spanOrigin(entry), from: entry.t, label: "" };
  },
  assistant: (work, entry) => {
    work.model.push({
      ...spanOrigin(entry),
      from: entry.t - entry.m,
      to: entry.t,
      label: entry.d,
      state: "done",
    });
    work.calling = null;
  },
  error: (work, entry) => {
    if (work.calling) {
      const { from } = work.calling;
      work.model.push({ ...spanOrigin(entry), from, to: entry.t, label: entry.d, state: "failed" });
    }
    work.calling = null;
  },
  started: (work, entry) => {
    work.running.set(entry.call, { ...spanOrigin(entry), from: entry.t, label: entry.name });
  },
  tool: (work, entry) => {
    work.running.delete(entry.call);
    work.tools.push({
      ...spanOrigin(entry),
      from: entry.t - entry.m,
      to: entry.t,
      label: `${entry.name} ${entry.d}`,
      state: isError(entry) ? "failed" : "done",
    });
  },
  resumed: endWork,
  end: endWork,
};

function spanOrigin(entry: OutlineEntry): { readonly sequence: number; readonly goalId: string } {
  return { sequence: entry.q, goalId: entry.g };
}

/** The process died, so its work ended. */
function endWork(work: Work): void {
  work.calling = null;
  work.running.clear();
}

/** Assigns each span to the first row that is free at its start. */
function assignRows(spans: readonly UnplacedSpan[]): LaneSpan[] {
  const freeFrom: number[] = [];
  return [...spans]
    .sort((left, right) => left.from - right.from || left.sequence - right.sequence)
    .map((span) => {
      const free = freeFrom.findIndex((moment) => moment <= span.from);
      const row = free < 0 ? freeFrom.length : free;
      freeFrom[row] = Math.max(span.to, span.from + 1);
      return { ...span, row };
    });
}

function waitsBetween(work: readonly UnplacedSpan[], from: number, to: number): LaneSpan[] {
  const waits: LaneSpan[] = [];
  let [until, sequence, goalId] = [from, 0, ""];
  const add = (next: number): void => {
    if (next - until >= MIN_WAIT_MS && sequence > 0)
      waits.push({ from: until, to: next, row: 0, sequence, goalId, label: "", state: "done" });
  };
  for (const span of [...work].sort((left, right) => left.from - right.from)) {
    add(span.from);
    if (span.to >= until) [until, sequence, goalId] = [span.to, span.sequence, span.goalId];
  }
  add(to);
  return waits;
}

function goalSpans(graph: Pick<Graph, "goals">, entries: readonly OutlineEntry[]): GoalSpan[] {
  const paths = new Map<string, readonly string[]>();
  const spans = new Map<string, { from: number; to: number; row: number }>();
  for (const entry of entries) {
    let path = paths.get(entry.g);
    if (!path) paths.set(entry.g, (path = pathTo(graph, entry.g)));
    const begin = entry.k === "assistant" || entry.k === "tool" ? entry.t - entry.m : entry.t;
    // The root goal would span the whole axis.
    for (let depth = 1; depth < path.length; depth += 1) {
      const id = path[depth] ?? "";
      const span = spans.get(id);
      if (!span) spans.set(id, { from: begin, to: entry.t, row: Math.min(depth, MAX_GOAL_ROWS) - 1 });
      else {
        span.from = Math.min(span.from, begin);
        span.to = Math.max(span.to, entry.t);
      }
    }
  }
  return [...spans].map(([goalId, span]) => ({ goalId, ...span }));
}
