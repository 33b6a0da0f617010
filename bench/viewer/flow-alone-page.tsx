import { deriveGraph, layoutStory, storyOf } from "@goaltrace/core/graph";
import { type PackedOutline, unpackOutline } from "@goaltrace/core/log";
import { type Edge, type Node, ReactFlow } from "@xyflow/react";
import { createRoot } from "react-dom/client";

/** The functions that the measuring side calls in the page. */
type FlowAlone = {
  /** Returns the milliseconds of each of `rounds` layouts of the log's graph. */
  layout(packed: PackedOutline, rounds: number): readonly number[];
  /** Draws a run of `count` nodes with React Flow alone; returns the milliseconds until they are painted. */
  draw(count: number): Promise<number>;
};

declare global {
  var flowAlone: FlowAlone;
}

const COLUMN = 180;
const ROW = 120;
const ROWS = 8;

const page: FlowAlone = {
  layout(packed, rounds) {
    const graph = deriveGraph("measured", unpackOutline(packed));
    return Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      layoutStory(storyOf(graph), { width: 1160, distance: "tiles" });
      return performance.now() - startedAt;
    });
  },
  async draw(count) {
    const nodes = Array.from({ length: count }, (_, index) => nodeAt(index));
    const edges = nodes.slice(1).map((node, index): Edge => ({
      id: `e${index}`,
      source: `n${index}`,
      target: node.id,
    }));
    const element = document.createElement("div");
    element.style.cssText = "position:fixed;inset:0";
    document.body.replaceChildren(element);
    const startedAt = performance.now();
    createRoot(element).render(
      <ReactFlow nodes={nodes} edges={edges} onlyRenderVisibleElements fitView minZoom={0.001} panOnScroll />,
    );
    await painted(element);
    return performance.now() - startedAt;
  },
};

function nodeAt(index: number): Node {
  return {
    id: `n${index}`,
    position: { x: Math.floor(index / ROWS) * COLUMN, y: (index % ROWS) * ROW },
    width: 148,
    height: 68,
    data: { label: `Reconcile account ${index}` },
  };
}

async function painted(element: HTMLElement): Promise<void> {
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (element.querySelector(".react-flow__edge") === null);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

globalThis.flowAlone = page;
