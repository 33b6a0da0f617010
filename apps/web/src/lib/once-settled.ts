/** A page has settled after this: what comes into sight first has been drawn, asked for and made to answer. */
const SETTLED_MS = 3_000;

/**
 * Does `work` once the page has settled and the browser has nothing better to do: for what a key may open, which nothing comes near
 * before. Returns the way to call it off. Browser only.
 */
export function onceSettled(work: () => void): () => void {
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(work);
    else work();
  }, SETTLED_MS);
  return () => {
    clearTimeout(timer);
  };
}
