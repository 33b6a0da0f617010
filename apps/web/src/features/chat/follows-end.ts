/** One scroll of a thread: the distance from its end afterwards, in pixels, and whether it went up. */
type ThreadScroll = { readonly distance: number; readonly isUp: boolean };

/** Positions of a scroller are fractions of a pixel. */
const AT_END_PX = 2;
/** Coming this close from above counts as reaching the end. */
const NEAR_END_PX = 32;

/**
 * Returns whether a person follows the end of a thread after a scroll. A person who scrolls up, however little, reads what is there, and nothing
 * may move it; content that grows below changes nothing.
 */
export function followsEnd(before: boolean, { distance, isUp }: ThreadScroll): boolean {
  if (distance <= AT_END_PX) return true;
  if (isUp) return false;
  return before || distance <= NEAR_END_PX;
}
