"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { goalStatus } from "../../../ui/goal-status.ts";
import { runState } from "../state/run-state.ts";
import { planNumbers } from "../state/plan-order.ts";

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
  const view = useView(({ sequence, goal }) => ({ sequence, goal }));
  const { model, trace } = useLog(({ model, trace }) => ({ model, trace }));
  const { selectGoal } = useActions();
  const number = useMemo(() => {
    return planNumbers(model.graph).get(goalId) ?? null;
  }, [model, goalId]);
  const goal = model.graph.goals.get(goalId);
  const shown = goal ? goalStatus(goal, runState(trace.status, model.graph)) : "pending";
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
