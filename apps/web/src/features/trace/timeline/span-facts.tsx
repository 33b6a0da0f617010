"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { useDebugger } from "../debugger-context.ts";
import { useClock } from "../use-clock.ts";
import type { LaneSpan, Lanes } from "./lanes.ts";

/** Describes the span under the pointer; without one, shows the time spent on each kind of work. */
export function SpanFacts({
  span,
  lanes,
}: {
  readonly span: LaneSpan | null;
  readonly lanes: Lanes;
}): ReactElement {
  const translate = useTranslations("trace.timeline");
  const format = useFormat();
  const clock = useClock();
  const { model } = useDebugger();
  if (span === null) {
    const sum = (spans: readonly LaneSpan[]): string =>
      format.duration(spans.reduce((total, { from, to }) => total + to - from, 0));
    return (
      <span className="truncate">
        {translate("sums", { model: sum(lanes.model), tools: sum(lanes.tools), waits: sum(lanes.waits) })}
      </span>
    );
  }
  const name = span.label || model.graph.goals.get(span.goalId)?.title || "";
  return (
    <>
      <span className="flex-none tabular-nums">{clock(span.from, 1)}</span>
      <span className="flex-none text-ink">{format.duration(span.to - span.from)}</span>
      {span.sequence > 0 && <span className="flex-none text-ink-3">#{span.sequence}</span>}
      <span className="min-w-0 truncate">{name}</span>
    </>
  );
}
