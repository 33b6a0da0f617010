"use client";
import type { ReactElement, ReactNode } from "react";
import { useActions } from "../state/debugger-provider.tsx";

/** A goal among the facts of a run: its number, then its title and figure. A click selects it. */
export function GoalButton({
  goalId,
  number,
  children,
}: {
  readonly goalId: string;
  readonly number: string | null;
  readonly children: ReactNode;
}): ReactElement {
  const { selectGoal } = useActions();
  return (
    <button
      type="button"
      onClick={() => {
        selectGoal(goalId);
      }}
      className="-mx-1 flex min-h-7 w-[calc(100%+8px)] items-baseline gap-2 rounded-sm px-1 py-1 text-left text-12 hover:bg-ink/4 phone:min-h-11 phone:items-center pointer-coarse:min-h-11"
    >
      <span className="min-w-8 flex-none text-11 text-ink-3">{number}</span>
      {children}
    </button>
  );
}
