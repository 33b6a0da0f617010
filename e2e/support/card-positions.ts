import type { Page } from "@playwright/test";

/** Where a card was seen: in the graph's own space and on the screen. More than one place of either kind means that it moved. */
export type CardPositions = {
  readonly card: string;
  readonly inGraph: readonly string[];
  readonly onScreen: readonly string[];
};

const SAMPLER = `(() => {
  const places = new Map();
  const look = () => {
    for (const element of document.querySelectorAll("[data-card]")) {
      const node = element.closest(".react-flow__node");
      if (node === null) continue;
      const id = element.dataset.card;
      const seen = places.get(id) ?? { inGraph: new Set(), onScreen: new Set() };
      const box = node.getBoundingClientRect();
      seen.inGraph.add(node.style.transform);
      seen.onScreen.add(Math.round(box.x) + "," + Math.round(box.y));
      places.set(id, seen);
    }
    requestAnimationFrame(look);
  };
  window.cardPlaces = () => [...places].map(([card, seen]) => ({
    card, inGraph: [...seen.inGraph], onScreen: [...seen.onScreen]
  }));
  requestAnimationFrame(look);
})()`;

/** From now on notes at each frame where every card of the graph is; gives what tells all that was noted. */
export async function watchCards(page: Page): Promise<() => Promise<readonly CardPositions[]>> {
  await page.evaluate(SAMPLER);
  return async () => await page.evaluate<CardPositions[]>("window.cardPlaces()");
}
