import fc from "fast-check";
import { expect, it } from "vitest";
import { outlineArbitrary } from "../../testing/story-world.ts";
import { deriveGraph } from "../derive-graph.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming, type TimedRow } from "./timing.ts";

/** The goals above a row, from its own to the root: those of the nearest rows before it that are less deep. */
function goalsAbove(rows: readonly TimedRow[], at: number): readonly string[] {
  const found: string[] = [];
  let depth = rows[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row?.kind !== "goal" || row.depth >= depth) continue;
    depth = row.depth;
    found.push(row.goalId);
  }
  return found;
}

it("puts the row of a sub-agent below the goal that started it, between what came before and what came after", () => {
  fc.assert(
    fc.property(outlineArbitrary(60), (entries) => {
      const { agents } = deriveGraph("task", entries);
      const timing = createTiming();
      const before = new Map<string, number>();
      for (const entry of entries) {
        const { length } = timing.rows;
        applyTiming(timing, entry);
        if (entry.k === "child" && entry.state === "spawned") before.set(entry.child, length);
      }
      const { rows, lanes } = timing;
      expect(lanes).toHaveLength(agents.size);
      for (const [at, row] of rows.entries()) {
        if (row.kind !== "lane") continue;
        const { traceId = "" } = lanes[row.index] ?? {};
        expect(goalsAbove(rows, at)[0]).toBe(agents.get(traceId)?.goalId);
        // Only the headers of its goals may stand between it and what was there at its start.
        const between = rows.slice(before.get(traceId), at);
        expect(between.filter(({ kind }) => kind !== "goal")).toEqual([]);
        expect(at).toBeGreaterThanOrEqual(before.get(traceId) ?? Number.NaN);
      }
    }),
    { numRuns: 200 },
  );
});
