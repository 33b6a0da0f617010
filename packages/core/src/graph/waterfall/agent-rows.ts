import type { Timing } from "./timing.ts";
import type { RowHeights, WaterfallRow } from "./waterfall-row.ts";

/** The sub-agents that a person has unfolded, by trace, each with the timing of its own log; null while that is unknown. */
export type OpenAgents = ReadonlyMap<string, Timing | null>;

type Place = (height: number, depth: number) => Pick<WaterfallRow, "y" | "height" | "depth">;

/**
 * Appends the rows of an unfolded sub-agent below its own row: its calls in the order of its work, and the sub-agents that it started, which unfold
 * in turn. A placeholder row shows if there are none yet.
 */
export function placeAgentRows(
  rows: WaterfallRow[],
  agent: { readonly traceId: string; readonly depth: number },
  options: { readonly open: OpenAgents; readonly heights: RowHeights; readonly place: Place },
): void {
  const { open, heights, place } = options;
  const { traceId: of, depth } = agent;
  const timing = open.get(of);
  if (timing === undefined) return;
  const inner = (timing?.rows ?? []).filter((row) => row.kind !== "goal");
  if (timing === null || inner.length === 0) {
    rows.push({ kind: "note", of, ...place(heights.call, depth) });
    return;
  }
  for (const { kind, index } of inner) {
    if (kind === "call") {
      rows.push({ kind: "inner", of, index, ...place(heights.call, depth) });
      continue;
    }
    const traceId = timing.lanes[index]?.traceId ?? "";
    rows.push({ kind: "lane", of, index, open: open.has(traceId), ...place(heights.call, depth) });
    placeAgentRows(rows, { traceId, depth: depth + 1 }, options);
  }
}
