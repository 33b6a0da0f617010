import type { Turn, TurnItem } from "./chat-turn.ts";
import { shownItems } from "./turn-items.ts";

/** A turn with those of its items that are drawn. */
export type ShownTurn = {
  readonly turn: Turn;
  readonly items: readonly TurnItem[];
  readonly fromStart: boolean;
};

/** What a turn counts in the window: its items and the message they answer. */
function sizeOf(turn: Turn): number {
  return turn.items.length + 1;
}

/** The size of a conversation, in messages and items. */
export function countParts(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + sizeOf(turn), 0);
}

/** The turns without their first `hidden` parts. O(turns + items shown). */
export function windowOfTurns(turns: readonly Turn[], hidden: number): readonly ShownTurn[] {
  const shown: ShownTurn[] = [];
  let toHide = hidden;
  for (const turn of turns) {
    const size = sizeOf(turn);
    if (toHide >= size && turn !== turns.at(-1)) {
      toHide -= size;
      continue;
    }
    const items = shownItems(turn);
    shown.push({ turn, items: toHide > 0 ? items.slice(toHide - 1) : items, fromStart: toHide === 0 });
    toHide = 0;
  }
  return shown;
}
