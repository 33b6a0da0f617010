/** By this time the visible part of a page is rendered, loaded and interactive. */
const SETTLED_MS = 3_000;

/**
 * Runs `work` once the page has settled and the browser is idle. Use it to preload overlays that open by a key, because no hover precedes
 * them. Returns the function that cancels it. Browser only.
 */
export function whenSettled(work: () => void): () => void {
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(work);
    else work();
  }, SETTLED_MS);
  return () => {
    clearTimeout(timer);
  };
}
