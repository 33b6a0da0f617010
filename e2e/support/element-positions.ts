import type { Page } from "@playwright/test";

/** The observed positions of an element, as "x,y height" in the window, in order. More than one means that it moved or grew. */
export type ElementPositions = Readonly<Record<string, readonly string[]>>;

const SAMPLER = `((selectors) => {
  const seen = new Map(selectors.map(([name]) => [name, []]));
  const sample = () => {
    for (const [name, selector] of selectors) {
      const element = document.querySelector(selector);
      const positions = seen.get(name);
      if (element === null) continue;
      const { x, y, height } = element.getBoundingClientRect();
      const position = [Math.round(x), ",", Math.round(y), " ", Math.round(height)].join("");
      if (positions.at(-1) !== position) positions.push(position);
    }
    requestAnimationFrame(sample);
  };
  window.elementPositions = () => Object.fromEntries(seen);
  requestAnimationFrame(sample);
})`;

/**
 * Records position and height of the first element of each selector on each frame from now on. Returns a function that reads the record. An
 * element that is missing has no position.
 */
export async function watchElements(
  page: Page,
  selectors: Readonly<Record<string, string>>,
): Promise<() => Promise<ElementPositions>> {
  await page.evaluate(`${SAMPLER}(${JSON.stringify(Object.entries(selectors))})`);
  return async () => await page.evaluate<ElementPositions>("window.elementPositions()");
}
