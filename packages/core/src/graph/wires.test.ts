import { expect, it } from "vitest";
import { chipCenter, wireCorners } from "./wires.ts";
import { layoutGraph } from "./layout.ts";
import { deriveGraph } from "./derive-graph.ts";
import { type OutlineLog, outlineLog } from "../testing/outline-log.ts";

/** Returns the corners of each wire by the id of its edge, as `x,y`. */
function wires(write: (log: OutlineLog) => void): Readonly<Record<string, readonly string[]>> {
  const log = outlineLog();
  write(log);
  const layout = layoutGraph(deriveGraph("task", log.entries));
  return Object.fromEntries(
    layout.edges.map((edge) => [edge.id, wireCorners(layout, edge).map(({ x, y }) => `${x},${y}`)]),
  );
}

// Cards are 148 × 68; columns begin at 140, 412, 684 and 956, lanes at 62, 166 and 270.
it("leads from the start straight to the root", () => {
  expect(wires(() => undefined)).toEqual({ root: ["16,96", "140,96"] });
});

it("turns once toward a card of another lane in the next column", () => {
  expect(wires((log) => log.goal("a"))["a"]).toEqual(["288,96", "300,96", "300,200", "412,200"]);
});

it("runs straight to the next column of the same lane", () => {
  const written = wires((log) => {
    log.goal("a");
    log.goal("b");
  });
  expect(written["b"]).toEqual(["560,200", "684,200"]);
});

it("runs straight along the root's line, past the cards below it", () => {
  const written = wires((log) => {
    log.goal("a");
    log.goal("a1", "a");
    log.add({ k: "end", status: "completed", d: "" });
  });
  expect(written["end:3"]).toEqual(["288,96", "956,96"]);
});

it("bypasses the cards between two cards of the same lane, above them", () => {
  const written = wires((log) => {
    log.goal("a");
    log.goal("a1", "a");
    log.turn("a");
    log.goal("b");
  });
  expect(written["b"]).toEqual(["560,200", "572,200", "572,156", "858,156", "858,200", "956,200"]);
});

it("bypasses the cards on the way to another lane", () => {
  const written = wires((log) => {
    log.goal("a");
    log.turn("root");
    log.goal("b");
  });
  expect(written["b"]).toEqual(["288,96", "300,96", "300,156", "586,156", "586,200", "684,200"]);
});

it("has no corners when the target is not drawn", () => {
  const layout = layoutGraph(deriveGraph("task", []));
  const [edge] = layout.edges;
  expect(edge && wireCorners({ nodes: [] }, edge)).toEqual([]);
});

it("centers the chip of an edge in the gap before its card", () => {
  expect(chipCenter({ x: 412, y: 166 })).toEqual({ x: 350, y: 200 });
});
