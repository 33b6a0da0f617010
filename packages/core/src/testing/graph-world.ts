import { deriveGraph } from "../graph/derive-graph.ts";
import type { Graph } from "../graph/graph.ts";
import { layoutGraph } from "../graph/layout.ts";
import type { GraphLayout, LayoutOptions } from "../graph/layout-parts.ts";
import { type OutlineLog, outlineLog } from "./outline-log.ts";

/** Returns the graph of a log. */
export function graphOf(write: (log: OutlineLog) => void): Graph {
  const log = outlineLog();
  write(log);
  return deriveGraph("task", log.entries);
}

/** Returns the layout of a log's graph. */
export function layoutOf(write: (log: OutlineLog) => void, options?: LayoutOptions): GraphLayout {
  return layoutGraph(graphOf(write), options);
}

/** Works on goals one after the other, each from the root: from the ninth on they are stacked. */
export function fanOut(log: OutlineLog, count: number): void {
  for (let index = 0; index < count; index += 1) {
    log.goal(`g${index}`);
    log.turn("root");
  }
}
