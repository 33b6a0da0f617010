"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useDebugger } from "./debugger-context.ts";

/** Announces the status of a running trace and its current goal to screen readers. Single entries would be too many. */
export function LiveRegion(): ReactElement {
  const translate = useTranslations("trace.live");
  const status = useTranslations("common.status");
  const { trace, model } = useDebugger();
  const goal = model.graph.goals.get(model.graph.focusId);
  const done = [...model.graph.goals.values()].filter((candidate) => candidate.status === "completed").length;
  return (
    <p role="status" className="sr-only">
      {translate("standing", { status: status(trace.status), goal: goal?.title ?? "", done })}
    </p>
  );
}
