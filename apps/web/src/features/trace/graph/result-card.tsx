"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { WorkedTime } from "../../../ui/agents/worked-time.tsx";
import { AgentLabel } from "./agent-label.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { Ports } from "./ports.tsx";
import { toneOf } from "./band-header.tsx";
import { BoxButton } from "./box-button.tsx";
import type { BoxData } from "./box-nodes.ts";
import type { BoxView } from "./box-view.ts";
import { useGraphActions } from "./graph-actions.ts";
import { WireLabels } from "./wire-labels.tsx";

/** A result below the wire of the work that led to it. */
export function ResultCard(data: BoxData): ReactElement {
  const { view, selection, tabStop, size, distance } = data;
  const { selectGoal, selectSequence, toggleStack } = useGraphActions();
  const statusName = useTranslations("common.status");
  const isTile = distance === "map" || distance === "tiles";
  return (
    <div style={size} className={classNames("relative", view.dimmed && "text-ink-3")}>
      <WireLabels {...data} />
      {view.agent !== null && <AgentLabel agent={view.agent} tone={view.tone} distance={distance} />}
      {view.kind === "stack" && (
        <>
          <span
            aria-hidden="true"
            className="absolute inset-0 translate-1.5 rounded-md border border-line-strong bg-page"
          />
          <span
            aria-hidden="true"
            className="absolute inset-0 translate-[3px] rounded-md border border-line-strong bg-page"
          />
        </>
      )}
      <BoxButton
        view={view}
        selection={selection}
        tabStop={tabStop}
        onPress={() => {
          if (view.kind === "stack") toggleStack(view.id);
          else if (view.agent !== null) selectSequence(view.agent.sequence);
          else selectGoal(view.goalId);
        }}
        className={classNames(
          "absolute inset-0 flex animate-appear flex-col overflow-hidden rounded-md border text-11 leading-4",
          isTile ? "px-2 pt-px" : distance === "detail" ? "px-3 pt-2" : "px-2.5 pt-1.5",
          frameClass(view, selection),
        )}
      >
        <span className="sr-only">{statusName(view.status)}</span>
        <CardTitle view={view} oneLine={isTile || distance === "detail" || !view.twoLineTitle} />
        <CardResult view={view} distance={distance} />
        {distance === "detail" && <KeyCalls view={view} />}
        {!isTile && <CardFoot view={view} />}
      </BoxButton>
    </div>
  );
}

function CardTitle({ view, oneLine }: { readonly view: BoxView; readonly oneLine: boolean }): ReactElement {
  const translate = useTranslations("trace.graph");
  const isQuiet = view.tone === "abandoned" || view.dimmed;
  return (
    <span className="flex min-w-0 flex-none items-start gap-1.5">
      <StatusGlyph status={view.status} decorative className="mt-px flex-none" />
      <span
        title={view.title}
        className={classNames(
          "min-w-0 flex-1 text-12",
          oneLine ? "leading-[15px]" : "leading-4",
          oneLine ? "truncate" : "line-clamp-2",
          isQuiet ? "text-ink-3" : "font-semibold",
        )}
      >
        {view.number !== null && <span className="mr-1.5 font-normal text-ink-3">{view.number}</span>}
        {view.kind === "stack"
          ? translate("stackOf", { count: view.members, title: view.title })
          : view.title || translate("unnamed")}
      </span>
    </span>
  );
}

function CardResult({ view, distance }: Pick<BoxData, "view" | "distance">): ReactElement {
  const lines =
    distance === "detail" || (distance === "cards" && !view.twoLineTitle) ? "line-clamp-2" : "line-clamp-1";
  return (
    <span
      title={view.result}
      className={classNames(
        "flex-none break-words",
        distance === "tiles" || distance === "map" ? "leading-[15px]" : "mt-px",
        lines,
        distance === "detail" && "text-12",
        view.dimmed ? "text-ink-3" : toneOf(view),
      )}
    >
      {view.result}
    </span>
  );
}

/** The most informative calls: failed ones first, then the longest. */
function KeyCalls({ view }: { readonly view: BoxView }): ReactElement {
  const translate = useTranslations("trace.outcome");
  return (
    <span className="mt-1 flex min-h-0 flex-1 flex-col overflow-hidden">
      {view.keyCalls.map((call) => (
        <span key={call.callId} className="flex flex-none gap-2">
          <span className="flex-none font-mono">{call.name}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">{call.description}</span>
          {call.outcome !== "ok" && (
            <span className={call.outcome === "error" ? "text-error" : "text-ink-3"}>
              {translate(call.outcome)}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

/** Time at the left and cost at the right; the bars on the bottom border compare them with the largest result. */
function CardFoot({ view }: { readonly view: BoxView }): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const agents = useTranslations("agents");
  const format = useFormat();
  if (view.sums === null || view.sums.turns + view.sums.calls === 0) return null;
  const times = view.agent?.times ?? null;
  // Without a price, tokens are what can be compared.
  const agentCost =
    view.sums.cost === null
      ? agents("tokens", { count: format.tokens(view.sums.tokens) })
      : format.spent(view.sums.cost, view.sums.calls);
  const hasMeter = view.tone !== "abandoned";
  return (
    <>
      <span className="mt-auto mb-1.5 flex flex-none justify-between gap-2 text-ink-3">
        {times === null ? <span>{format.duration(view.sums.workedMs)}</span> : <WorkedTime run={times} />}
        {view.agent !== null && view.agent.unverified > 0 && (
          <span className="text-warn">{agents("unverified", { count: view.agent.unverified })}</span>
        )}
        <Ports ports={view.ports} />
        {view.moreCalls > 0 && <span>{translate("moreCalls", { count: view.moreCalls })}</span>}
        {/* The cost of calls that a plan made is part of the plan's cost. */}
        {view.sums.turns > 0 && <span>{view.agent === null ? format.cost(view.sums.cost) : agentCost}</span>}
      </span>
      {hasMeter && (
        <>
          <Meter side="left" share={view.timeShare} quiet={view.dimmed} />
          <Meter side="right" share={view.costShare} quiet={view.dimmed} />
        </>
      )}
    </>
  );
}

type MeterProps = { readonly side: "left" | "right"; readonly share: number; readonly quiet: boolean };

function Meter({ side, share, quiet }: MeterProps): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={classNames("absolute bottom-0 h-0.5 rounded-[1px]", quiet ? "bg-line-strong" : "bg-ink-2")}
      style={{ [side]: 10, width: `calc(${(share * 50).toFixed(1)}% - 12px)` }}
    />
  );
}

function frameClass(view: BoxView, selection: BoxData["selection"]): string {
  const surface = view.tone === "abandoned" ? "border-dashed bg-page hatched" : "bg-raised";
  if (selection === "selected") return classNames(surface, "border-accent shadow-[0_0_0_1px_var(--accent)]");
  if (selection === "holds") return classNames(surface, "border-accent/55");
  if (view.dimmed) return classNames(surface, "border-line hover:border-ink-3");
  if (view.tone === "running") return classNames(surface, "border-accent");
  if (view.tone === "waiting") return classNames(surface, "border-wait");
  if (view.tone === "failed") return classNames(surface, "border-error/60 hover:border-error");
  return classNames(surface, "border-line-strong hover:border-ink-3");
}
