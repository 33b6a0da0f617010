import { applyTiming, createTiming } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { timedLogArbitrary } from "@goaltrace/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CALL_STATUS } from "../../../ui/call-status.ts";
import { entryRow, type EntryRow } from "../table/entry-rows.ts";
import { createTraceModel } from "./trace-model.ts";

/** One run as the views have it: the rows of the table, the calls of graph and of timeline and scrubber. */
function viewsOf(entries: readonly OutlineEntry[]): {
  readonly rows: ReadonlyMap<number, EntryRow & { readonly entry: OutlineEntry }>;
  readonly model: ReturnType<typeof createTraceModel>;
  readonly timing: ReturnType<typeof createTiming>;
} {
  const model = createTraceModel(entries, (run) => {
    run();
  });
  const timing = createTiming();
  for (const entry of entries) applyTiming(timing, entry);
  const rows = new Map(entries.map((entry) => [entry.q, { entry, ...entryRow(entry) }]));
  return { rows, model, timing };
}

it("gives a tool call one number, name, outcome, goal and duration in graph, table and timeline", () => {
  let compared = 0;
  fc.assert(
    fc.property(timedLogArbitrary(), (entries) => {
      const { rows, model, timing } = viewsOf(entries);
      for (const { turns } of model.graph.edges.values())
        for (const call of turns.flatMap(({ calls }) => calls)) {
          const timed = timing.calls[timing.indexes.get(call.callId) ?? -1];
          const row = rows.get(call.sequence);
          if (timed === undefined || row?.entry.k !== "tool") continue;
          compared += 1;
          const { entry, durationMs, status } = row;
          expect([timed.sequence, timed.name, timed.outcome]).toEqual([
            call.sequence,
            call.name,
            call.outcome,
          ]);
          expect([entry.q, entry.name, status]).toEqual([call.sequence, call.name, CALL_STATUS[entry.s]]);
          expect(entry.s).toBe(call.outcome);
          expect([durationMs, entry.m]).toEqual([call.durationMs, call.durationMs]);
        }
    }),
  );
  expect(compared).toBeGreaterThan(100);
});

it("gives a model call one number, price and size in graph, table and timeline", () => {
  let compared = 0;
  fc.assert(
    fc.property(timedLogArbitrary(), (entries) => {
      const { rows, timing } = viewsOf(entries);
      for (const { kind, sequence, cost, tokensIn, tokensOut } of timing.calls) {
        const row = rows.get(sequence);
        if (kind !== "model" || row?.entry.k !== "assistant") continue;
        compared += 1;
        expect([cost, tokensIn, tokensOut]).toEqual([row.cost, row.inTokens, row.outTokens]);
      }
      const inGraph = [...viewsOf(entries).model.graph.edges.values()].flatMap(({ turns }) => turns);
      for (const { sequence, cost } of inGraph) {
        const row = rows.get(sequence);
        if (row?.entry.k === "assistant" && cost !== 0)
          expect([sequence, row.cost]).toEqual([sequence, cost]);
      }
    }),
  );
  expect(compared).toBeGreaterThan(100);
});
