"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { OpenEdgeRows } from "../parts/open-edge-rows.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import type { BoxData } from "./box-nodes.ts";
import { useGraphActions } from "./graph-actions.ts";
import { PanelFrame } from "./panel-frame.tsx";

/** The steps of a goal with their calls, over the whole width of its band. */
export function StepsPanel({ view, size, caretX }: BoxData): ReactElement {
  const translate = useTranslations("trace.graph");
  const format = useFormat();
  const model = useLog((log) => log.model);
  const { showAll } = useGraphActions();
  const { totals, worked } = model.graph.edges.get(view.goalId) ?? {};
  const figures =
    totals === undefined || worked === undefined
      ? []
      : [format.tokens(worked.tokens), format.duration(worked.ms), format.cost(totals.cost)];
  return (
    <PanelFrame
      {...{ view, size, caretX, figures }}
      label={translate("stepsOf", { title: view.title })}
      name={translate("chipCalls", { calls: totals?.calls ?? 0 })}
      title={translate("stepsTo", { number: view.number ?? "", title: view.title })}
    >
      <OpenEdgeRows
        goalId={view.goalId}
        onMore={() => {
          showAll(view.goalId);
        }}
      />
    </PanelFrame>
  );
}
