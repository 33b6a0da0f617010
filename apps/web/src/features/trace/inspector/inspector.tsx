"use client";
import { FileInput } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { StatusBadge } from "../../../ui/badge.tsx";
import { useDebugger } from "../debugger-context.ts";
import { RunOverviewView } from "../why/run-overview.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { SelectionOnDemand } from "./selection-on-demand.tsx";

/** The details of the selection: the run, a goal, or one entry, whose payload is loaded on demand. */
export function Inspector(): ReactElement {
  const { view, model } = useDebugger();
  const { sequence, goal } = view;
  if (sequence !== null) return <SelectionOnDemand sequence={sequence} goalId={null} />;
  return goal !== null && model.graph.goals.has(goal) ? (
    <SelectionOnDemand sequence={null} goalId={goal} />
  ) : (
    <RunInspector />
  );
}

function RunInspector(): ReactElement {
  const translate = useTranslations("inspector");
  const { trace } = useDebugger();
  return (
    <>
      <InspectorHead
        title={translate("run")}
        icon={FileInput}
        badge={<StatusBadge status={trace.status} />}
      />
      <RunOverviewView />
    </>
  );
}
