import type { RowMove } from "./runs-commands.ts";

/** Returns the target row of a move from `index`. `count` must be at least 1. */
export function rowAfterMove(move: RowMove, index: number, count: number): number {
  const last = count - 1;
  switch (move) {
    case "next":
      return Math.min(last, index + 1);
    case "previous":
      return Math.max(0, index - 1);
    case "first":
      return 0;
    case "last":
      return last;
  }
}
