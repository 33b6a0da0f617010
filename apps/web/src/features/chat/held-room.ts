/** Heights in pixels: `content` is the thread without the room, `slot` the part of it at the end that requests to people come and go in. */
export type ThreadHeights = { readonly content: number; readonly slot: number };

/**
 * Returns the room to keep below the end of a thread. What a request leaves when it is decided stays free, so that nothing moves down, and what
 * the run writes next fills it, so that nothing moves up.
 */
export function heldRoom(room: number, before: ThreadHeights, now: ThreadHeights): number {
  const grown = now.content - before.content;
  if (now.slot < before.slot) return Math.max(0, room - grown);
  return grown > 0 ? Math.max(0, room - grown) : room;
}
