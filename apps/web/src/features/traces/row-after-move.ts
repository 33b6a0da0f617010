import type { RowMove } from "./runs-commands.ts";

/** The row a move leads to from `index` of `count` rows, which are at least one. */
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
