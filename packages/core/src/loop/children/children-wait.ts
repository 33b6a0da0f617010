import type { WaitAction } from "../strategy.ts";

/** Returns the wait of a run for its children, until the first of them continues without an answer. */
export function childrenWait(waiting: ReadonlyMap<string, number | null>): WaitAction {
  const times = [...waiting.values()].filter((time) => time !== null);
  return { kind: "wait", for: "children", wakeAt: times.length === 0 ? null : Math.min(...times) };
}
