"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { OpenEdgeRows } from "../parts/open-edge-rows.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import type { BoxData } from "./box-nodes.ts";
import { useGraphActions } from "./graph-actions.ts";

/** The steps of a goal with their calls, over the whole width of its band. */
export function StepsPanel({ view, size, caretX }: BoxData): ReactElement {
  const translate = useTranslations("trace.graph");
  const format = useFormat();
  const model = useLog((log) => log.model);
  const { toggleSteps, showAll } = useGraphActions();
  const totals = model.graph.edges.get(view.goalId)?.totals;
  return (
    <section
      aria-label={translate("stepsOf", { title: view.title })}
      style={size}
      className="nopan nowheel pointer-events-auto relative animate-appear rounded-md border border-accent/45 bg-page px-2"
    >
      {caretX !== null && <Caret x={caretX} tone="border-accent/45" side="top" />}
      <header className="flex h-[30px] items-center gap-2 text-12 whitespace-nowrap">
        <b className="flex-none font-semibold">{translate("chipCalls", { calls: totals?.calls ?? 0 })}</b>
        <span className="min-w-0 flex-1 truncate text-ink-2">
          {translate("stepsTo", { number: view.number ?? "", title: view.title })}
        </span>
        {totals !== undefined && (
          <span className="flex flex-none gap-3 text-11 text-ink-3">
            <span>{format.tokens(totals.tokens)}</span>
            <span>{format.duration(totals.durationMs)}</span>
            <span>{format.cost(totals.cost)}</span>
          </span>
        )}
        <IconButton
          label={translate("closeSteps")}
          icon={X}
          size="small"
          onClick={() => {
            toggleSteps(view.goalId);
          }}
        />
      </header>
      <OpenEdgeRows
        goalId={view.goalId}
        onMore={() => {
          showAll(view.goalId);
        }}
      />
    </section>
  );
}

/** The corner of a panel that points at what it belongs to. */
export function Caret({
  x,
  tone,
  side,
}: {
  readonly x: number;
  readonly tone: string;
  readonly side: "top" | "bottom";
}): ReactElement {
  const place =
    side === "top" ? "-top-[6px] rotate-45 border-t border-l" : "-bottom-[6px] rotate-45 border-r border-b";
  return (
    <span
      aria-hidden="true"
      style={{ left: x - 5 }}
      className={`absolute size-2.5 bg-page ${place} ${tone}`}
    />
  );
}
