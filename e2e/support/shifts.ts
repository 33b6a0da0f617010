import type { Page } from "@playwright/test";

/** A shift of the layout that nobody asked for: how much of the page moved how far (0 to 1), and what. */
export type Shift = { readonly value: number; readonly what: string };

/** Records from now on, in every page that is opened, what moves by itself. Moves that follow a key or click at once are asked for. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(globalThis, { recordedShifts: shifts });
    type Moved = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    const isMove = (entry: PerformanceEntry): entry is Moved => "hadRecentInput" in entry;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!isMove(entry) || entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName} ${node.className.toString().slice(0, 60)}` : "text",
        );
        shifts.push({ value: entry.value, what: what.join(" | ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved by itself since the page was opened. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return await page.evaluate<Shift[]>("globalThis.recordedShifts");
}
