"use client";
import { numberGoals } from "@goaltrace/core/goals";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useDebugger } from "../debugger-context.ts";
import { goalStatus } from "../../../ui/goal-status.ts";

/** The heading of a goal in the transcript. */
export function TranscriptHeading({
  goalId,
  again,
}: {
  readonly goalId: string;
  readonly again: boolean;
}): ReactElement {
  const translate = useTranslations("trace.transcript");
  const status = useTranslations("common.status");
  const { model, version, trace, view, selectGoal } = useDebugger();
  const number = useMemo(() => {
    void version;
    return numberGoals(model.graph).get(goalId) ?? null;
  }, [model, version, goalId]);
  const goal = model.graph.goals.get(goalId);
  const shown = goal
    ? goalStatus(goal, { status: trace.status, focusId: model.graph.focusId, rootId: model.graph.rootId })
    : "pending";
  const selected = view.sequence === null && view.goal === goalId;
  return (
    <h3 className="border-b border-line pt-2">
      <button
        type="button"
        aria-current={selected ? "true" : undefined}
        onClick={() => {
          selectGoal(goalId);
        }}
        className={classNames(
          "flex h-9 w-full items-center gap-2 px-4 text-left text-13 font-semibold -outline-offset-2 phone:h-11",
          selected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-ink/4",
        )}
      >
        <StatusGlyph status={shown} decorative />
        {number !== null && <span className="flex-none font-normal text-ink-3">{number}</span>}
        <span className="min-w-0 truncate">{goal?.title || translate("unnamedGoal")}</span>
        {again && <span className="flex-none text-11 font-normal text-ink-3">{translate("again")}</span>}
        <span className="sr-only">{status(shown)}</span>
      </button>
    </h3>
  );
}
