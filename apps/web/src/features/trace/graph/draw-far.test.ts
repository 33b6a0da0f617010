import { deriveGraph, layoutGraph, selectWindow } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { expect, it } from "vitest";
import { cardStatus } from "./card-view.ts";
import { drawFar } from "./draw-far.ts";
import { visibleBox } from "./to-flow.ts";

const CANVAS = { width: 1_400, height: 800 };
const CAMERA = { x: -200, y: 0, zoom: 0.06 };
const RUN = { status: "completed" as const, focusId: "root", rootId: "root" };
const COLORS = { page: "", ink2: "", ink3: "", line: "", accent: "", ok: "", error: "", warn: "", wait: "" };

/** Returns a run of goals, four under each parent, with one turn each. */
function buildRun(goals: number): readonly OutlineEntry[] {
  const base = (q: number, g: string): { q: number; t: number; g: string } => ({ q, t: 0, g });
  const entries: OutlineEntry[] = [
    {
      ...base(1, "root"),
      k: "goals",
      ops: Array.from({ length: goals }, (_, index) => ({
        op: "created" as const,
        goalId: `g${index}`,
        parentId: index < 4 ? "root" : `g${Math.floor(index / 4) - 1}`,
        ...{ index: index % 4, title: `goal ${index}` },
        ...{ reason: null, acceptance: [], dependsOn: [] },
      })),
    },
  ];
  for (let goal = 0; goal < goals; goal += 1)
    entries.push({
      ...base(goal + 2, `g${goal}`),
      ...{ k: "assistant", d: "look", i: 9, o: 2, c: 0.1, m: 10, calls: [] },
    });
  return entries;
}

/** Returns a canvas context that only counts its calls. */
function countingPen(): { readonly pen: CanvasRenderingContext2D; readonly calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const pen = new Proxy(
    {},
    {
      get: (_, name) => () => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
        return { width: 0 };
      },
      set: () => true,
    },
  ) as CanvasRenderingContext2D;
  return { pen, calls };
}

it("draws identical wires in one stroke and copies prerendered glyphs", () => {
  const graph = deriveGraph("task", buildRun(400));
  const layout = layoutGraph(graph, { collapsed: new Set() });
  const { pen, calls } = countingPen();
  const picture = {} as CanvasImageSource;
  const shown = selectWindow(layout, visibleBox(CAMERA, CANVAS), { limit: 0 });
  const drawn = drawFar(pen, {
    ...{ layout, window: shown, camera: CAMERA, selected: null, font: "sans", palette: COLORS },
    getStatus: (node) => cardStatus(graph, node, RUN),
    getTitle: () => "",
    getGlyph: () => picture,
  });
  const [from, until] = shown.far.nodeRange;
  expect(until - from).toBeGreaterThan(60);
  expect(drawn).toBeGreaterThan(until - from);
  expect(calls.get("drawImage")).toBe(until - from);
  expect(calls.get("stroke")).toBeLessThanOrEqual(8);
});
