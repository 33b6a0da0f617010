"use client";
import type { Goal } from "@goaltrace/core/goals";
import type { Graph, GraphMarker } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { Badge, StatusBadge } from "../../../ui/badge.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { useActions, useLog } from "../state/debugger-provider.tsx";
import { goalStatus } from "../../../ui/goal-status.ts";
import { Facts, Section } from "./facts.tsx";
import { GoalChecks } from "./goal-checks.tsx";
import { runState } from "../state/run-state.ts";
import { useGoalWork } from "../state/use-goal-work.ts";
import { useRunLength } from "../state/use-timing.ts";
import { subtreeTotals } from "./cost/subtree-totals.ts";

/** A goal: its status, result, totals and problems. */
export function GoalView({ goal }: { readonly goal: Goal }): ReactElement {
  const translate = useTranslations("trace.goal");
  const format = useFormat();
  const { model, trace } = useLog(({ model, trace }) => ({ model, trace }));
  const { graph } = model;
  const totals = useMemo(() => subtreeTotals(model.graph, goal.id), [model, goal.id]);
  const work = useGoalWork();
  const { worked } = useRunLength();
  const tookMs = goal.id === graph.rootId ? worked : (work.whole.get(goal.id) ?? 0);
  const markers = graph.nodes.get(goal.id)?.markers ?? [];
  return (
    <>
      <Facts
        facts={[
          [
            translate("status"),
            <StatusBadge key="status" status={goalStatus(goal, runState(trace.status, graph))} />,
          ],
          [translate("reason"), goal.reason],
          [translate("abandonReason"), goal.abandonReason],
          [translate("checked"), checkedText(goal, translate)],
          [translate("needs"), needsText(goal, graph)],
          [translate("messages"), format.count(totals.messages)],
          [translate("calls"), translate("callsOfTools", { calls: totals.calls, tools: totals.tools })],
          [translate("tokens"), format.tokens(totals.tokens)],
          [translate("cost"), totals.turns > 0 ? format.cost(totals.cost) : null],
          [translate("took"), tookMs > 0 ? format.duration(tookMs) : null],
        ]}
      />
      {goal.id === graph.rootId && trace.failure && (
        <Section title={translate("failure")}>
          <p className="text-error">{trace.failure.message}</p>
          <p className="mt-1">{trace.failure.fix}</p>
        </Section>
      )}
      {goal.acceptance.length > 0 && (
        <Section title={translate("acceptance")}>
          <ul className="list-disc pl-4 text-12">
            {goal.acceptance.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Section>
      )}
      <GoalChecks goalId={goal.id} />
      {goal.evidence.length > 0 && (
        <Section title={translate("evidence")}>
          <EvidenceLinks sequences={goal.evidence} />
        </Section>
      )}
      {goal.summary !== null && (
        <Section title={translate("summary")}>
          <Markdown text={goal.summary} size="interface" />
        </Section>
      )}
      {markers.length > 0 && (
        <Section title={translate("marks")}>
          <ul>
            {markers.map((marker) => (
              <MarkerRow key={`${marker.kind}${marker.sequence}`} marker={marker} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Whether the claim that a goal is done was confirmed; null if nothing was checked. */
function checkedText(
  { verified }: Goal,
  translate: ReturnType<typeof useTranslations<"trace.goal">>,
): ReactElement | null {
  if (verified === null) return null;
  return <Badge tone={verified ? "ok" : "warn"}>{translate(verified ? "verified" : "unverified")}</Badge>;
}

/** The titles of the goals whose results a goal needs; null if it needs none. */
function needsText({ dependsOn }: Goal, graph: Pick<Graph, "goals">): string | null {
  return dependsOn.length === 0 ? null : dependsOn.map((id) => graph.goals.get(id)?.title ?? id).join(", ");
}

function EvidenceLinks({ sequences }: { readonly sequences: readonly number[] }): ReactElement {
  const translate = useTranslations("trace.goal");
  const { selectSequence } = useActions();
  return (
    <ul className="flex flex-wrap gap-1 text-12">
      {sequences.map((sequence) => (
        <li key={sequence}>
          <button
            type="button"
            aria-label={translate("openEvidence", { sequence: String(sequence) })}
            onClick={() => {
              selectSequence(sequence);
            }}
            className="min-h-7 rounded-sm px-1.5 text-ink-2 hover:bg-ink/4 hover:text-ink phone:min-h-11 phone:px-3"
          >
            {`#${sequence}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

function MarkerRow({ marker }: { readonly marker: GraphMarker }): ReactElement {
  const translate = useTranslations("trace.marker");
  const { selectSequence } = useActions();
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          selectSequence(marker.sequence);
        }}
        className="flex min-h-7 w-full gap-2 rounded-sm px-1 py-1 text-left text-12 hover:bg-ink/4"
      >
        <span className="flex-none text-ink-3">{`#${marker.sequence}`}</span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {marker.kind === "loop"
            ? translate("loop", { count: marker.count })
            : marker.kind === "resumed"
              ? translate("resumed", { count: marker.unknown })
              : marker.kind === "compaction"
                ? translate("compaction", { count: marker.messages })
                : translate(marker.kind, { text: marker.text })}
        </span>
      </button>
    </li>
  );
}
