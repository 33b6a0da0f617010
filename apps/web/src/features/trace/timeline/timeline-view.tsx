"use client";
import { isTerminal } from "@goaltrace/core/log";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { useNow } from "../../../lib/use-now.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDebugger } from "../debugger-context.ts";
import { entryAt } from "../trace-model.ts";
import type { Span } from "../url-state.ts";
import { useShownEntries } from "../use-shown-entries.ts";
import { useWidth } from "../use-width.ts";
import { buildLanes } from "./lanes.ts";
import type { LaneSpan } from "./lanes.ts";
import { layoutLanes, spanAt } from "./lane-layout.ts";
import { SpanFacts } from "./span-facts.tsx";
import { moveSpan, spanHolding, zoomSpan } from "./time-scale.ts";
import { TimelinePlot } from "./timeline-plot.tsx";
import { TimelineCompactions } from "./timeline-compactions.tsx";
import { useWheelZoom } from "./use-wheel-zoom.ts";
import { RUN_COMMANDS } from "../run-commands.ts";

const LIVE_STEP_MS = 1_000;
const ZOOM_FACTOR = 0.5;
const MOVE_SHARE = 0.25;

/** The run in real time: who worked when, what ran in parallel, and when the run was idle. */
export function TimelineView({ hits }: { readonly hits: ReadonlySet<number> }): ReactElement {
  const translate = useTranslations("trace.timeline");
  const {
    trace,
    model,
    fullModel,
    version,
    isNow,
    view,
    changeView,
    selectSequence,
    selectGoal,
    reportWindow,
  } = useDebugger();
  const entries = useShownEntries();
  const now = useNow(isNow && !isTerminal(trace.status) ? LIVE_STEP_MS : null);
  const growing = isNow && !isTerminal(trace.status);
  const lanes = useMemo(() => {
    void version;
    return buildLanes({ graph: model.graph, entries }, growing ? now : null);
  }, [model, version, entries, growing, now]);
  // The axis covers the whole run, so that displaying an earlier moment moves nothing.
  const from = fullModel.entries[0]?.t ?? lanes.from;
  const length = Math.max(1, fullModel.entries.at(-1)?.t ?? lanes.to, lanes.to) - from;
  const span: Span = view.span ?? { from: 0, to: length };
  const layout = useMemo(() => layoutLanes(lanes), [lanes]);

  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  const [hovered, setHovered] = useState<LaneSpan | null>(null);
  const show = (next: Span | null): void => {
    changeView({ span: next });
  };
  const zoom = (factor: number, around = 0.5): void => {
    show(zoomSpan(span, { factor, around, length }));
  };
  useWheelZoom(plot, { zoom, move: (share) => view.span && show(moveSpan(view.span, share, length)) });

  const selectedAt = view.sequence === null ? null : (entryAt(model.entries, view.sequence)?.t ?? null);
  useEffect(() => {
    if (selectedAt !== null)
      changeView((before) => ({
        span: before.span && spanHolding(before.span, selectedAt - from, length),
      }));
    // Only a new selection moves the visible range.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.sequence]);

  const first = entries.find((entry) => entry.t >= from + span.from)?.q ?? null;
  const last = entries.findLast((entry) => entry.t <= from + span.to)?.q ?? null;
  useEffect(() => {
    reportWindow(first === null || last === null ? null : { from: first, to: last });
    return () => {
      reportWindow(null);
    };
  }, [first, last, reportWindow]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") zoom(ZOOM_FACTOR);
    else if (event.key === "-") zoom(1 / ZOOM_FACTOR);
    else if (event.shiftKey && event.key === "ArrowRight") show(moveSpan(span, MOVE_SHARE, length));
    else if (event.shiftKey && event.key === "ArrowLeft") show(moveSpan(span, -MOVE_SHARE, length));
    else return;
    event.preventDefault();
  };
  const at = (event: MouseEvent): LaneSpan | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = (span.to - span.from) / Math.max(1, width);
    return spanAt(layout, {
      y: event.clientY - box.top,
      time: from + span.from + (event.clientX - box.left) * scale,
      reach: 4 * scale,
    });
  };

  if (entries.length === 0)
    return (
      <EmptyState className="p-6" title={translate("empty")}>
        {translate("emptyHint")}
      </EmptyState>
    );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid min-h-full grid-cols-[72px_minmax(0,1fr)] phone:grid-cols-[56px_minmax(0,1fr)]">
          <LaneNames layout={layout} />
          <div
            ref={plot}
            role="group"
            tabIndex={0}
            aria-label={translate("label")}
            onKeyDown={onKeyDown}
            onMouseMove={(event) => {
              setHovered(at(event));
            }}
            onMouseLeave={() => {
              setHovered(null);
            }}
            onClick={(event) => {
              const target = at(event);
              if (target && target.sequence > 0) selectSequence(target.sequence);
              else if (target) selectGoal(target.goalId);
            }}
            className="relative min-w-0 overflow-hidden border-l border-line -outline-offset-2"
          >
            <TimelinePlot
              layout={layout}
              scale={{ from: from + span.from, to: from + span.to, width }}
              hits={hits}
              hovered={hovered}
            />
            <TimelineCompactions
              entries={entries}
              scale={{ from: from + span.from, to: from + span.to, width }}
              onSelect={(sequence) => {
                selectSequence(sequence);
                changeView({ tab: "io" });
              }}
            />
          </div>
        </div>
      </div>
      <footer className="flex h-9 flex-none items-center gap-3 border-t border-line pr-2 pl-4 text-11 text-ink-2">
        <SpanFacts span={hovered} lanes={lanes} />
        <span className="ml-auto flex flex-none items-center">
          <IconButton
            label={translate("zoomOut")}
            shortcut="-"
            icon={ZoomOut}
            tooltipSide="top"
            disabled={view.span === null}
            onClick={() => {
              zoom(1 / ZOOM_FACTOR);
            }}
          />
          <IconButton
            label={translate("zoomIn")}
            shortcut="+"
            icon={ZoomIn}
            tooltipSide="top"
            onClick={() => {
              zoom(ZOOM_FACTOR);
            }}
          />
          <IconButton
            label={translate("fit")}
            shortcut={keyHint(RUN_COMMANDS, "run.fit")}
            icon={Maximize}
            tooltipSide="top"
            disabled={view.span === null}
            onClick={() => {
              show(null);
            }}
          />
        </span>
      </footer>
    </div>
  );
}

function LaneNames({ layout }: { readonly layout: ReturnType<typeof layoutLanes> }): ReactElement {
  const translate = useTranslations("trace.timeline.lanes");
  return (
    <div className="relative text-11 text-ink-3">
      {layout.bands.map((band) => (
        <span key={band.kind} className="absolute right-2 leading-4" style={{ top: band.top }}>
          {translate(band.kind)}
        </span>
      ))}
    </div>
  );
}
