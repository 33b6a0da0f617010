"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useLog } from "../state/debugger-provider.tsx";
import { oncePerPlan } from "../state/once-per-plan.ts";
import { countGoals } from "./goal-rows.ts";

const countsOf = oncePerPlan(countGoals);

/** Announces the status of a running trace and its current goal to screen readers. Single entries would be too many. */
export function LiveRegion(): ReactElement {
  const translate = useTranslations("trace.live");
  const status = useTranslations("common.status");
  const standing = useLog(({ trace, model: { graph } }) => ({
    status: trace.status,
    goal: graph.goals.get(graph.focusId)?.title ?? "",
    ...countsOf(graph),
  }));
  return (
    <p role="status" className="sr-only">
      {translate("standing", { ...standing, status: status(standing.status) })}
    </p>
  );
}
