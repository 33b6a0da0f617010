import type { Page } from "@playwright/test";

/** An unexpected layout shift: its layout shift score and the elements that moved. */
export type Shift = { readonly value: number; readonly elements: string };

/** Records unexpected layout shifts on all pages opened from now on. Shifts right after a key press or click are expected. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; elements: string }[] = [];
    Object.assign(globalThis, { recordedShifts: shifts });
    type LayoutShift = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    const isLayoutShift = (entry: PerformanceEntry): entry is LayoutShift => "hadRecentInput" in entry;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!isLayoutShift(entry) || entry.hadRecentInput) continue;
        const elements = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName} ${node.className.toString().slice(0, 60)}` : "text",
        );
        shifts.push({ value: entry.value, elements: elements.join(" | ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Forgets the shifts so far, such as those of a page that a slow server sent without its data. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate("globalThis.recordedShifts.length = 0");
}

/** Returns the unexpected shifts since the page was opened or they were forgotten. */
export async function readShifts(page: Page): Promise<readonly Shift[]> {
  return await page.evaluate<Shift[]>("globalThis.recordedShifts");
}
