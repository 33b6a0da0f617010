import type { Page } from "@playwright/test";

/** The observed positions of a card in the graph and on screen. More than one position of either kind means that it moved. */
export type CardPositions = {
  readonly card: string;
  readonly inGraph: readonly string[];
  readonly onScreen: readonly string[];
};

const SAMPLER = `(() => {
  const positions = new Map();
  const sample = () => {
    for (const element of document.querySelectorAll("[data-card]")) {
      const node = element.closest(".react-flow__node");
      if (node === null) continue;
      const id = element.dataset.card;
      const seen = positions.get(id) ?? { inGraph: new Set(), onScreen: new Set() };
      const box = node.getBoundingClientRect();
      seen.inGraph.add(node.style.transform);
      seen.onScreen.add(Math.round(box.x) + "," + Math.round(box.y));
      positions.set(id, seen);
    }
    requestAnimationFrame(sample);
  };
  window.cardPositions = () => [...positions].map(([card, seen]) => ({
    card, inGraph: [...seen.inGraph], onScreen: [...seen.onScreen]
  }));
  requestAnimationFrame(sample);
})()`;

/** Records the position of every card on each frame from now on. Returns a function that reads the record. */
export async function watchCards(page: Page): Promise<() => Promise<readonly CardPositions[]>> {
  await page.evaluate(SAMPLER);
  return async () => await page.evaluate<CardPositions[]>("window.cardPositions()");
}
