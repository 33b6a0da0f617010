import type { Page } from "@playwright/test";

/**
 * The observed positions of a box in the graph and on screen. More than one position of either kind means that it moved. A card that becomes
 * a header is another box.
 */
export type BoxPositions = {
  readonly box: string;
  readonly inGraph: readonly string[];
  readonly onScreen: readonly string[];
};

const SAMPLER = `(() => {
  const positions = new Map();
  const sample = () => {
    for (const element of document.querySelectorAll("[data-box]")) {
      const node = element.closest(".react-flow__node");
      // Planned goals are always last.
      if (node === null || element.dataset.box.startsWith("planned:")) continue;
      const id = (element.dataset.card === undefined ? "row " : "card ") + element.dataset.box;
      const seen = positions.get(id) ?? { inGraph: new Set(), onScreen: new Set() };
      const box = node.getBoundingClientRect();
      seen.inGraph.add([node.style.transform, node.style.width, node.style.height].join(" "));
      seen.onScreen.add(Math.round(box.x) + "," + Math.round(box.y));
      positions.set(id, seen);
    }
    requestAnimationFrame(sample);
  };
  window.boxPositions = () => [...positions].map(([box, seen]) => ({
    box, inGraph: [...seen.inGraph], onScreen: [...seen.onScreen]
  }));
  requestAnimationFrame(sample);
})()`;

/** Records position and size of every box on each frame from now on. Returns a function that reads the record. */
export async function watchBoxes(page: Page): Promise<() => Promise<readonly BoxPositions[]>> {
  await page.evaluate(SAMPLER);
  return async () => await page.evaluate<BoxPositions[]>("window.boxPositions()");
}
