import type { TimedLane, Timing, WaterfallRow } from "@goaltrace/core/graph";

/** Returns the sub-agent of a row: one of the run, or of an unfolded sub-agent. */
export function laneOf(
  row: Extract<WaterfallRow, { kind: "lane" }>,
  run: Pick<Timing, "lanes">,
  agents: ReadonlyMap<string, Timing>,
): TimedLane | undefined {
  const timing = row.of === null ? run : agents.get(row.of);
  return timing?.lanes[row.index];
}
