"use client";
import { useCallback, useRef } from "react";
import { useActions, useStateReader } from "../state/debugger-provider.tsx";
import { pathTo } from "../state/selection-moves.ts";
import { entryAt } from "../state/trace-model.ts";
import { momentFor } from "../state/use-debugger-state.ts";
import { NOTHING_REVEALED, reveal } from "./reveal.ts";

export type Jumps = {
  /** Selects an entry and opens as little as possible to show it, after closing what the previous jump opened. */
  readonly jumpTo: (sequence: number) => void;
  /** Closes what the last jump opened. */
  readonly closeAgain: () => void;
};

/** Returns the jumps for search hits and marks. */
export function useJumps(): Jumps {
  const read = useStateReader();
  const { changeView } = useActions();
  const revealed = useRef(NOTHING_REVEALED);
  const jumpTo = useCallback(
    (sequence: number) => {
      const { fullModel } = read().log;
      const goal = entryAt(fullModel.entries, sequence)?.g;
      if (goal === undefined) return;
      const target = { goalId: goal, above: pathTo(fullModel.graph, goal).slice(0, -1) };
      const before = revealed.current;
      changeView((view) => {
        const { open, folded, revealed: now } = reveal(view, before, target);
        revealed.current = now;
        return { open, folded, goal, sequence, moment: momentFor(view, sequence) };
      });
    },
    [read, changeView],
  );
  const closeAgain = useCallback(() => {
    const before = revealed.current;
    if (before === NOTHING_REVEALED) return;
    revealed.current = NOTHING_REVEALED;
    changeView((view) => {
      const { open, folded } = reveal(view, before, null);
      return { open, folded };
    });
  }, [changeView]);
  return { jumpTo, closeAgain };
}
