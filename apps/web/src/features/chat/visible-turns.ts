import type { Turn, TurnItem } from "./chat-turn.ts";
import { visibleItems } from "./turn-items.ts";

/** A turn with its visible items. */
export type VisibleTurn = {
  readonly turn: Turn;
  readonly items: readonly TurnItem[];
  readonly fromStart: boolean;
};

/** The number of parts in a turn: its items and its message. */
function partCount(turn: Turn): number {
  return turn.items.length + 1;
}

/** Returns the number of parts in a conversation: messages and items. */
export function countParts(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + partCount(turn), 0);
}

/** Returns the turns without their first `hidden` parts. O(turns + items shown). */
export function visibleTurns(turns: readonly Turn[], hidden: number): readonly VisibleTurn[] {
  const visible: VisibleTurn[] = [];
  let toHide = hidden;
  for (const turn of turns) {
    const size = partCount(turn);
    if (toHide >= size && turn !== turns.at(-1)) {
      toHide -= size;
      continue;
    }
    const items = visibleItems(turn);
    visible.push({ turn, items: toHide > 0 ? items.slice(toHide - 1) : items, fromStart: toHide === 0 });
    toHide = 0;
  }
  return visible;
}
