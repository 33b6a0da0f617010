"use client";
import { useCallback, useRef } from "react";
import type { Debugger } from "../debugger-context.ts";
import { pathTo } from "../selection-moves.ts";
import { entryAt } from "../trace-model.ts";
import { momentFor } from "../use-debugger-state.ts";
import { NOTHING_REVEALED, reveal } from "./reveal.ts";

export type Jumps = {
  /** Selects an entry and opens as little as possible to show it, after closing what the previous jump opened. */
  readonly jumpTo: (sequence: number) => void;
  /** Closes what the last jump opened. */
  readonly closeAgain: () => void;
};

/** Returns the jumps for search hits and marks. */
export function useJumps({ fullModel, changeView }: Pick<Debugger, "fullModel" | "changeView">): Jumps {
  const revealed = useRef(NOTHING_REVEALED);
  const jumpTo = useCallback(
    (sequence: number) => {
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
    [fullModel, changeView],
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
