import type { Graph } from "@goaltrace/core/graph";
import type { SkeletonEntry } from "@goaltrace/core/log";
import { indexAt } from "./trace-model.ts";

/** 1 goes on in the run, -1 back. */
export type Direction = 1 | -1;

/** The entry before or after a sequence that one can look at; from nothing, the first or last. Null at the end. */
export function stepSequence(
  entries: readonly SkeletonEntry[],
  from: number | null,
  direction: Direction,
): SkeletonEntry | null {
  return seek(entries, { from, direction, wanted: isSelectable });
}

/** The next or previous entry that tells of an error. Null when there is none further on. */
export function stepError(
  entries: readonly SkeletonEntry[],
  from: number | null,
  direction: Direction,
): SkeletonEntry | null {
  return seek(entries, { from, direction, wanted: isError });
}

/** The sub-goal beside a goal under the same parent; null at either end and for the root. */
export function siblingGoal(
  graph: Pick<Graph, "goals" | "children">,
  goalId: string,
  direction: Direction,
): string | null {
  const parentId = graph.goals.get(goalId)?.parentId;
  if (parentId === null || parentId === undefined) return null;
  const siblings = graph.children.get(parentId) ?? [];
  const index = siblings.indexOf(goalId);
  return index < 0 ? null : (siblings[index + direction] ?? null);
}

/** The goals from the root down to a goal, itself included. Guards against a log whose parents form a circle. */
export function pathTo(graph: Pick<Graph, "goals">, goalId: string): readonly string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  for (
    let id: string | null = goalId;
    id !== null && !seen.has(id);
    id = graph.goals.get(id)?.parentId ?? null
  ) {
    seen.add(id);
    path.push(id);
  }
  return path.reverse();
}

/** Messages and marks can be looked at; the start of a call or tool is seen at its result. */
function isSelectable(entry: SkeletonEntry): boolean {
  return entry.k !== "started" && entry.k !== "calling" && entry.k !== "other" && entry.k !== "begin";
}

function isError(entry: SkeletonEntry): boolean {
  if (entry.k === "tool") return entry.s === "error";
  if (entry.k === "end") return entry.status === "failed";
  return entry.k === "error";
}

type Search = {
  readonly from: number | null;
  readonly direction: Direction;
  readonly wanted: (entry: SkeletonEntry) => boolean;
};

function seek(entries: readonly SkeletonEntry[], { from, direction, wanted }: Search): SkeletonEntry | null {
  let index = startOf(entries, from, direction);
  for (let entry = entries[index]; entry !== undefined; entry = entries[index]) {
    if (wanted(entry)) return entry;
    index += direction;
  }
  return null;
}

function startOf(entries: readonly SkeletonEntry[], from: number | null, direction: Direction): number {
  if (from === null) return direction === 1 ? 0 : entries.length - 1;
  const here = indexAt(entries, from);
  if (direction === 1) return here + 1;
  return entries[here]?.q === from ? here - 1 : here;
}
