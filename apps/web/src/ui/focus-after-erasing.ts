/** Marks the field for a new message. */
export const COMPOSER = { "data-composer": "" } as const;

/**
 * Moves the focus on from the button that erased a message, which goes away: to the field for a new message, otherwise to the region that
 * shows the message. Other messages cannot take it, because a chat reads its log again after an erasure.
 */
export function focusAfterErasing(eraser: Element | null): void {
  const region = eraser?.closest<HTMLElement>("main, section[aria-label], [role=region]") ?? null;
  const target = document.querySelector<HTMLElement>("[data-composer]") ?? region;
  if (target === null) return;
  // A region takes the focus only from here, not in the order of tabs.
  if (target === region && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
