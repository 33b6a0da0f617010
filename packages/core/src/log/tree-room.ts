import { MAX_CHILD_DEPTH, MAX_CHILDREN_AT_ONCE, MAX_CHILDREN_PER_RUN } from "../tunables.ts";
import type { TraceStatus } from "./trace.ts";

/** The limits of a tree of runs that are left: how many more sub-agents may start in it, at a time and at what depth. */
export type TreeRoom = { readonly more: number; readonly places: number; readonly depth: number };

/** Returns what is left of the limits of a tree. `runs` has the root and all runs below it; a run that waits holds no place. */
export function treeRoom(
  runs: readonly { readonly parentId: string | null; readonly status: TraceStatus }[],
): TreeRoom {
  const below = runs.filter(({ parentId }) => parentId !== null);
  const working = below.filter(({ status }) => status === "running").length;
  return {
    more: Math.max(0, MAX_CHILDREN_PER_RUN - below.length),
    places: Math.max(0, MAX_CHILDREN_AT_ONCE - working),
    depth: MAX_CHILD_DEPTH,
  };
}
