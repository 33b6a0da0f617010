import { deriveGraph } from "@goaltrace/core/graph";
import type { Graph } from "@goaltrace/core/graph";
import { outlineLog } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { bandFolding, foldDoneUnlessItFits, foldTipIfItFits, toggleBand } from "./bands.ts";
import type { BandView } from "./bands.ts";

/** A finished run with the bands `a` and `b`; a result of `b` failed. */
function finishedRun(): Graph {
  const log = outlineLog();
  log.goal("a");
  log.goal("a1", "a");
  log.goal("b");
  log.goal("b1", "b");
  log.status("b1", "failed");
  log.add({ k: "end", status: "completed", d: "" });
  return deriveGraph("task", log.entries);
}

const graph = finishedRun();
const view = (fields: Partial<BandView> = {}): BandView => {
  return { distance: "map", bands: [], goal: null, ...fields };
};
const openInMap = (fields: Partial<BandView> = {}): readonly string[] =>
  ["a", "b"].filter((id) => bandFolding(graph, view(fields)).unfolded.has(id));

describe("the folding of bands", () => {
  it("opens in Map only the failing path, and everything elsewhere", () => {
    expect(openInMap()).toEqual(["b"]);
    expect(bandFolding(graph, view({ distance: "cards" })).folded.size).toBe(0);
  });

  it("lets a person unfold bands in Map and fold them elsewhere", () => {
    expect(openInMap({ bands: ["a", "b"] })).toEqual(["a"]);
    expect([...bandFolding(graph, view({ distance: "cards", bands: ["a"] })).folded]).toEqual(["a"]);
  });

  it("opens the bands above the selection while it lasts", () => {
    expect(openInMap({ goal: "a1" })).toEqual(["a", "b"]);
    expect(openInMap({ goal: "a" })).toEqual(["b"]);
    expect(bandFolding(graph, view({ distance: "tiles", bands: ["a"], goal: "a1" })).folded.size).toBe(0);
  });

  it("toggles, and selects a band that is folded above the selection", () => {
    expect(toggleBand(graph, view(), "a")).toEqual({ bands: ["a"] });
    expect(toggleBand(graph, view({ bands: ["a"] }), "a")).toEqual({ bands: [] });
    const folded = { bands: [], goal: "a", sequence: null };
    expect(toggleBand(graph, view({ goal: "a1" }), "a")).toEqual(folded);
    expect(toggleBand(graph, view({ bands: ["a"], goal: "a1" }), "a")).toEqual(folded);
  });

  it("folds what was done before the verdict if the run does not fit into view, but not where its context was compacted", () => {
    const failed = (): Graph => {
      const log = outlineLog();
      for (const band of ["a", "b", "c", "d"]) {
        log.goal(band);
        log.goal(`${band}1`, band);
        if (band === "b")
          log.add({ k: "compacted", layer: "summarise", n: 3, before: 900, after: 100 }, "b1");
        log.status(`${band}1`, band === "c" ? "failed" : "completed");
        log.status(band, band === "c" ? "failed" : "completed");
      }
      log.add({ k: "end", status: "failed", d: "" });
      return deriveGraph("task", log.entries);
    };
    const cards = view({ distance: "cards" });
    const foldedBy = (run: Graph, fits: boolean, fields: Partial<BandView> = {}): readonly string[] => {
      foldDoneUnlessItFits(run, "c1", () => fits);
      return [...bandFolding(run, { ...cards, ...fields }).folded];
    };
    expect(foldedBy(failed(), false)).toEqual(["a"]);
    expect(foldedBy(failed(), true)).toEqual([]);
    const run = failed();
    // A list in the view is all that is folded, on every screen.
    for (const fits of [true, false])
      expect(foldedBy(failed(), fits, { bands: ["a", "d"] })).toEqual(["a", "d"]);
    expect(foldedBy(run, false)).toEqual(["a"]);
    expect(foldedBy(run, true)).toEqual(["a"]);
    expect(foldedBy(run, false, { goal: "a1" })).toEqual([]);
    // The first fold writes the initial ones down; unfolding all of them is remembered too.
    expect(toggleBand(run, cards, "d")).toEqual({ bands: ["a", "d"] });
    const { bands = [] } = toggleBand(run, cards, "a");
    expect(bands).toHaveLength(1);
    expect(foldedBy(run, false, { bands })).toEqual([]);
    expect(toggleBand(run, { ...cards, bands }, "a")).toEqual({ bands: ["a"] });
    // Sub-agents that the timeline unfolds are in the same list.
    expect(foldedBy(run, false, { bands: ["agent"] })).toEqual(["a"]);
    expect(toggleBand(run, { ...cards, bands: ["agent"] }, "d")).toEqual({ bands: ["a", "d", "agent"] });
  });

  it("keeps the tip of an active run folded if the whole run fits into view only then", () => {
    const active = (): Graph => {
      const log = outlineLog();
      log.goal("a");
      log.goal("a1", "a");
      log.status("a1", "in_progress");
      return deriveGraph("task", log.entries);
    };
    const opened = (run: Graph, most: number): boolean => {
      foldTipIfItFits(run, (unfolded) => unfolded.size <= most);
      return bandFolding(run, view()).unfolded.has("a");
    };
    expect(opened(active(), 0)).toBe(false);
    expect(opened(active(), -1)).toBe(true);
    expect(opened(active(), 9)).toBe(true);
    foldTipIfItFits(graph, (unfolded) => unfolded.size === 0);
    expect(openInMap()).toEqual(["b"]);
  });
});
