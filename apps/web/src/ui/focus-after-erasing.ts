/** Marks the field for a new message. */
export const COMPOSER = { "data-composer": "" } as const;

/**
 * Moves the focus away from the button that erased a message, because the button disappears: to the field for a new message, otherwise to the region
 * that shows the message. Other messages cannot take it, because a chat reloads its log after an erasure.
 */
export function focusAfterErasing(eraser: Element | null): void {
  const region = eraser?.closest<HTMLElement>("main, section[aria-label], [role=region]") ?? null;
  const target = document.querySelector<HTMLElement>("[data-composer]") ?? region;
  if (target === null) return;
  // A region gets the focus only here, not in the tab order.
  if (target === region && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
