"use client";
import { FileInput } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { RunStatusBadge } from "../parts/run-status-badge.tsx";
import { useLog, useView } from "../state/debugger-provider.tsx";
import { RunOverviewView } from "../why/run-overview.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { RunRequests } from "./run-requests.tsx";
import { SelectionOnDemand } from "./selection-on-demand.tsx";

/**
 * The details of the selection, above the requests to people that the run waits for: those appear and disappear without moving what a person reads.
 */
export function Inspector(): ReactElement {
  return (
    <>
      <SelectionDetails />
      <RunRequests />
    </>
  );
}

/** The details of the run, a goal, or one entry, whose payload is loaded on demand. */
function SelectionDetails(): ReactElement {
  const view = useView(({ sequence, goal }) => ({ sequence, goal }));
  const model = useLog((log) => log.model);
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
  return (
    <>
      <InspectorHead title={translate("run")} icon={FileInput} badge={<RunStatusBadge />} />
      <RunOverviewView />
    </>
  );
}
