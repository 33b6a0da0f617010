"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useLog } from "../state/debugger-provider.tsx";
import { oncePerPlan } from "../state/once-per-plan.ts";
import { givenUpIn } from "../why/given-up.ts";
import { countGoals } from "./goal-rows.ts";

const countsOf = oncePerPlan(countGoals);

/** Announces the status of a running trace and its current goal to screen readers. Single entries would be too many. */
export function LiveRegion(): ReactElement {
  const translate = useTranslations("trace.live");
  const status = useTranslations("common.status");
  const standing = useLog(({ trace, model }) => ({
    status: trace.status,
    goal: model.graph.goals.get(model.graph.focusId)?.title ?? "",
    ...countsOf(model.graph),
    givenUp: givenUpIn(model).length,
  }));
  return (
    <p role="status" className="sr-only">
      {translate("standing", { ...standing, status: status(standing.status) })}
    </p>
  );
}
