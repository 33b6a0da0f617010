import type { Trace } from "./trace.ts";

/** A run with the runs it spawned. Each keeps its own log and graph; the tree only nests them. */
export type TraceTree = { readonly trace: Trace; readonly children: readonly TraceTree[] };

/**
 * Nests the descendants of a run under it, siblings oldest first; traces of another root are left out. A run with a deleted parent or in a
 * parent cycle becomes a child of the root: every run appears exactly once.
 */
export function buildTraceTree(root: Trace, traces: readonly Trace[]): TraceTree {
  const family = traces.filter((trace) => trace.rootId === root.rootId).sort(compareAge);
  const placed = new Set([root.id]);
  const grow = (trace: Trace): TraceTree => {
    const children = family.filter((child) => child.parentId === trace.id && !placed.has(child.id));
    for (const child of children) placed.add(child.id);
    return { trace, children: children.map(grow) };
  };
  const tree = grow(root);
  // The rest of the family is not below this child.
  if (root.id !== root.rootId) return tree;
  const strays: TraceTree[] = [];
  const isStray = ({ parentId }: Trace): boolean => family.every((trace) => trace.id !== parentId);
  for (const trace of [...family.filter(isStray), ...family]) {
    if (placed.has(trace.id)) continue;
    placed.add(trace.id);
    strays.push(grow(trace));
  }
  const children = [...tree.children, ...strays];
  return { trace: root, children: children.sort((left, right) => compareAge(left.trace, right.trace)) };
}

function compareAge(left: Trace, right: Trace): number {
  return left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1);
}
