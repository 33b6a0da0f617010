/**
 * Heights in pixels: `content` is the thread without the room, `slot` the part at its end in which requests to people appear and disappear, `view`
 * what is visible of the thread at once.
 */
export type ThreadHeights = { readonly content: number; readonly slot: number; readonly view: number };

/** The end of the content stays visible above the room, at least two rows of it. On a phone, a request is higher than the screen. */
const LEAST_CONTENT_PX = 120;

/**
 * Returns the room to keep below the end of a thread. The place of a request stays free when it is decided, so that nothing moves down, and the
 * next answers of the run fill it, so that nothing moves up.
 */
export function heldRoom(room: number, before: ThreadHeights, now: ThreadHeights): number {
  const grown = now.content - before.content;
  const next = now.slot < before.slot || grown > 0 ? room - grown : room;
  return Math.max(0, Math.min(next, now.view - LEAST_CONTENT_PX));
}
