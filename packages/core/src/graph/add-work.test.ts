import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGraph } from "./apply-event.ts";
import { addWorkTime } from "./add-work.ts";
import { deriveGraph } from "./derive-graph.ts";
import { NO_JOURNAL } from "./journal.ts";
import type { OutlineBody, OutlineEntry } from "../log/outline.ts";

type Call = { readonly from: number; readonly ms: number };

/** The milliseconds in which at least one call ran, counted one by one. */
function covered(calls: readonly Call[]): number {
  const seen = new Set<number>();
  for (const { from, ms } of calls) for (let at = from; at < from + ms; at += 1) seen.add(at);
  return seen.size;
}

function workOf(calls: readonly Call[]): number {
  const edge = createGraph("", NO_JOURNAL).edges.get("root");
  if (edge === undefined) throw new Error("a new graph has the edge of its root");
  for (const call of calls) addWorkTime({ journal: NO_JOURNAL }, edge, call);
  return edge.worked.ms;
}

const CALLS = fc.array(fc.record({ from: fc.nat(60), ms: fc.nat(20) }), { maxLength: 12 });

describe("the time in which a goal was worked on", () => {
  it("counts each moment once for calls in the order of their starts", () => {
    fc.assert(
      fc.property(CALLS, (calls) => {
        const ordered = calls.toSorted((left, right) => left.from - right.from);
        expect(workOf(ordered)).toBe(covered(ordered));
      }),
    );
  });

  it("is never more than that, whatever the order", () => {
    fc.assert(
      fc.property(CALLS, (calls) => {
        expect(workOf(calls)).toBeLessThanOrEqual(covered(calls));
      }),
    );
  });

  it("takes the longest of calls that began together, and a retried call from its first attempt on", () => {
    const bodies: readonly (readonly [t: number, body: OutlineBody])[] = [
      [0, { k: "calling", call: "m1" }],
      [1_500, { k: "retry", attempt: 1, d: "busy", m: 500, w: 2_000 }],
      [5_000, { k: "assistant", d: "", calls: ["a", "b"], i: 10, o: 2, c: 0, m: 1_000 }],
      [5_000, { k: "started", call: "a", name: "read" }],
      [5_000, { k: "started", call: "b", name: "read" }],
      [9_000, { k: "tool", call: "a", name: "read", s: "ok", d: "", n: 1, m: 3_000 }],
      [9_000, { k: "tool", call: "b", name: "read", s: "ok", d: "", n: 1, m: 4_000 }],
    ];
    const entries = bodies.map(([t, body], index): OutlineEntry => ({ q: index + 1, t, g: "root", ...body }));
    const edge = deriveGraph("", entries).edges.get("root");
    expect(edge?.worked).toEqual({ tokens: 12, ms: 4_000 + 4_000, until: 9_000 });
    expect(edge?.totals.durationMs).toBe(8_000);
  });
});
