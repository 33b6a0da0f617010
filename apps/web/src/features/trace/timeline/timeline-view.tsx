"use client";
import { rowAt, rowsBetween } from "@goaltrace/core/graph";
import type { PieceKind, Timing, WaterfallRow } from "@goaltrace/core/graph";
import { Maximize, Spline, ZoomIn, ZoomOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { traceHref } from "../../../lib/trace-address.ts";
import { useActions, useLog, useRun, useView } from "../state/debugger-provider.tsx";
import { RUN_COMMANDS } from "../shell/run-commands.ts";
import type { Span } from "../state/url-state.ts";
import { usePhone } from "../parts/use-phone.ts";
import { useGoalWork } from "../state/use-goal-work.ts";
import { useTreeThen } from "../state/use-page-tree.ts";
import { useShownEntries } from "../state/use-shown-entries.ts";
import { useTiming } from "../state/use-timing.ts";
import { useWidth } from "../parts/use-width.ts";
import { AxisLabels } from "./axis-labels.tsx";
import { laneOf } from "./lane-of.ts";
import { LongestCalls } from "./longest-calls.tsx";
import { SummaryBar } from "./summary-bar.tsx";
import { TimelineCanvas } from "./timeline-canvas.tsx";
import { LedgerHead } from "./timeline-ledger.tsx";
import { rowId, type RowContext } from "./timeline-frame.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import { timelineFacts, timelineScene } from "./timeline-scene.ts";
import type { TimelineScene } from "./timeline-scene.ts";
import { useReveal, useTimeDrag, useWindow } from "./timeline-scroll.ts";
import { useOpenAgents } from "./use-open-agents.ts";
import { useFoldedGoals, usePlannedGoals } from "./use-timeline-rows.ts";
import { useWheelZoom } from "./use-wheel-zoom.ts";
import { moveSpan, spanHolding, zoomSpan } from "./zoom-span.ts";

const NAMES_WIDTH = 300;
const LEDGER_WIDTH = 188;
const SUMS_WIDTH = 252;
const PHONE_PADDING = 12;
const ZOOM_FACTOR = 0.5;
const MOVE_SHARE = 0.25;

/** The run in real time as a waterfall: one row per call, and the chain of calls that determined its duration. */
export function TimelineView({ hits }: { readonly hits: ReadonlySet<number> }): ReactElement {
  const translate = useTranslations("trace.timeline");
  const model = useLog((log) => log.model);
  const view = useView(({ span, sequence, goal }) => ({ span, sequence, goal }));
  const router = useRouter();
  const { workspace } = useRun();
  const { changeView, selectSequence, selectGoal, reportWindow } = useActions();
  const entries = useShownEntries();
  const { timing, now } = useTiming();
  const isPhone = usePhone();
  const [only, setOnly] = useState<"path" | PieceKind | null>(null);
  const [folded, toggle] = useFoldedGoals(timing);
  const planned = usePlannedGoals(timing);
  const isAggregated = folded.size > 0 && timing.rows.length > MANY_ROWS;
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const outerWidth = useWidth(box);
  const names = isPhone ? PHONE_PADDING : NAMES_WIDTH;
  const ledger = isPhone ? PHONE_PADDING : isAggregated ? SUMS_WIDTH : LEDGER_WIDTH;
  const plotWidth = Math.max(0, outerWidth - names - ledger);

  const work = useGoalWork();
  const facts = useMemo(() => {
    // The timing grows in place; the model is a new object after each change.
    void model;
    return timelineFacts(timing, now, work.whole);
  }, [timing, model, now, work]);
  const length = Math.max(1, facts.tip - timing.from);
  const { span } = view;
  const { agents, open, show: showAgents } = useOpenAgents(facts, now, scroller);
  const scene = useMemo(() => {
    const options = { width: plotWidth, isPhone, isGrowing: now !== null, span, folded, planned, only, open };
    return timelineScene(facts, options);
  }, [facts, plotWidth, isPhone, now, span, folded, planned, only, open]);
  const { waterfall } = scene;
  const [windowTop, height] = useWindow(scroller, waterfall.height);
  const rows = rowsBetween(waterfall, windowTop, windowTop + height);
  const shown = waterfall.rows.slice(rows.from, rows.until);
  useEffect(() => {
    showAgents(
      shown.flatMap((row) =>
        row.kind === "lane" ? (laneOf(row, facts.timing, agents.timings)?.traceId ?? []) : [],
      ),
    );
  });
  const [inside, setInside] = useState<Inside | null>(null);
  const isInside = inside !== null && inside.sequence === view.sequence && inside.goal === view.goal;
  const selected = isInside
    ? insideRow(waterfall, inside.row)
    : selectedRow({ scene, facts, sequence: view.sequence, goal: view.goal });

  const show = (next: Span | null): void => {
    changeView({ span: next });
  };
  const whole: Span = span ?? { from: 0, to: Math.ceil(length) };
  const zoom = (factor: number, around = 0.5): void => {
    show(zoomSpan(whole, { factor, around, length }));
  };
  const timeAt = (x: number): number => scene.scale.time(scene.left + x) - timing.from;
  useWheelZoom(scroller, {
    zoom: (factor, around) => {
      const at = timeAt(around * outerWidth - names);
      zoom(factor, Math.max(0, Math.min(1, (at - whole.from) / (whole.to - whole.from))));
    },
    move: (share) => span && show(moveSpan(span, share, length)),
  });

  const first = entries.find((entry) => entry.t >= timing.from + whole.from)?.q ?? null;
  const last = entries.findLast((entry) => entry.t <= timing.from + whole.to)?.q ?? null;
  useEffect(() => {
    reportWindow(first === null || last === null ? null : { from: first, to: last });
    return () => {
      reportWindow(null);
    };
  }, [first, last, reportWindow]);
  useReveal({ scroller, scene, selected, key: isInside ? `row ${String(selected)}` : view.sequence });
  const selectedAt = facts.timing.calls.find((call) => call.sequence === view.sequence)?.from ?? null;
  useEffect(() => {
    if (selectedAt !== null)
      changeView((before) => ({
        span: before.span && spanHolding(before.span, selectedAt - timing.from, length),
      }));
    // Only a new selection moves the visible range.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view.sequence]);

  const largestContext = useMemo(() => {
    return facts.timing.calls.reduce((most, call) => Math.max(most, call.tokensIn), 0);
  }, [facts]);
  const tree = useTreeThen();
  // The same object while the rows do not change: scrolling renders only those that come into view.
  const context = useMemo(
    (): RowContext => ({
      ...{ facts, scene, isPhone, isAggregated, plotWidth, largestContext, agents },
      runs: new Map(tree?.runs.map((run) => [run.id, run])),
      onToggle: toggle,
    }),
    [facts, scene, isPhone, isAggregated, plotWidth, largestContext, agents, tree, toggle],
  );
  const select = (row: WaterfallRow): void => {
    const isOther = row.kind === "inner" || row.kind === "note" || (row.kind === "lane" && row.of !== null);
    setInside(isOther ? { row, sequence: view.sequence, goal: view.goal } : null);
    if (row.kind === "call") selectSequence(facts.timing.calls[row.index]?.sequence ?? 0);
    else if ("goalId" in row) selectGoal(row.goalId);
    else if (row.kind === "lane" && row.of === null)
      selectSequence(facts.timing.lanes[row.index]?.sequence ?? 0);
  };
  /** Opens the entry of a different log that a row represents. */
  const openTrace = (row: WaterfallRow): void => {
    if (row.kind !== "inner") return;
    const sequence = agents.timings.get(row.of)?.calls[row.index]?.sequence;
    router.push(traceHref(workspace, row.of, sequence === undefined ? {} : { sequence }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = selected === null ? undefined : waterfall.rows[selected];
    const move = (by: 1 | -1): void => {
      const next = waterfall.rows[selected === null ? 0 : selected + by];
      if (next) select(next);
    };
    const isFoldable = row?.kind === "goal" && !row.again && row.depth > 0;
    const agent = row?.kind === "lane" ? laneOf(row, facts.timing, agents.timings) : undefined;
    const isOpenAgent = row?.kind === "lane" && row.open;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "ArrowRight" && event.shiftKey) show(moveSpan(whole, MOVE_SHARE, length));
    else if (event.key === "ArrowLeft" && event.shiftKey) show(moveSpan(whole, -MOVE_SHARE, length));
    else if (event.key === "ArrowLeft" && isFoldable && !row.folded) toggle(row.goalId);
    else if (event.key === "ArrowRight" && isFoldable && row.folded) toggle(row.goalId);
    else if (event.key === "ArrowLeft" && agent && isOpenAgent) toggle(agent.traceId);
    else if (event.key === "ArrowRight" && agent && !isOpenAgent) toggle(agent.traceId);
    else if (event.key === "Enter" && row) openTrace(row);
    else if (event.key === "p") setOnly(only === "path" ? null : "path");
    else if (event.key === "P") selectNextOnPath();
    else if (event.key === "+" || event.key === "=") zoom(ZOOM_FACTOR);
    else if (event.key === "-") zoom(1 / ZOOM_FACTOR);
    else if (event.key === "0" && span !== null) show(null);
    else return;
    event.preventDefault();
  };
  const selectNextOnPath = (): void => {
    const onPath = [...facts.path.calls].reverse();
    const here = onPath.findIndex((index) => facts.timing.calls[index]?.sequence === view.sequence);
    const next = facts.timing.calls[onPath[here + 1] ?? -1];
    if (next) selectSequence(next.sequence);
  };
  const drag = useTimeDrag(NAMES_WIDTH, (from, to) => {
    show({ from: Math.max(0, Math.floor(timeAt(from - names))), to: Math.ceil(timeAt(to - names)) });
  });

  const choose = useLatest((row: WaterfallRow) => {
    if (!drag.hasMoved()) select(row);
  });

  if (entries.length === 0)
    return (
      <EmptyState className="p-6" title={translate("empty")}>
        {translate("emptyHint")}
      </EmptyState>
    );
  return (
    <div ref={box} className="flex h-full min-h-0 flex-col">
      <SummaryBar
        sums={facts.sums}
        waits={facts.waits}
        only={only === "path" ? null : only}
        onOnly={(kind) => {
          setOnly(kind);
        }}
      >
        <LongestCalls facts={facts} className="mt-1 phone:hidden" />
      </SummaryBar>
      <div className="relative flex h-6 flex-none items-center border-b border-line text-11 text-ink-2">
        {!isPhone && (
          <span style={{ width: names }} className="flex-none truncate pl-4">
            {translate("names")}
          </span>
        )}
        <AxisLabels scene={scene} isLive={now !== null} tip={facts.tip} left={names} width={plotWidth} />
        {!isPhone && (
          <span style={{ width: ledger }} className="ml-auto flex flex-none justify-end pr-4 text-right">
            <LedgerHead isAggregated={isAggregated} />
          </span>
        )}
      </div>
      <div
        ref={scroller}
        role="treegrid"
        tabIndex={0}
        aria-label={translate("label")}
        aria-rowcount={waterfall.rows.length}
        {...(selected === null ? {} : { "aria-activedescendant": rowId(selected) })}
        onKeyDown={onKeyDown}
        {...drag.handlers}
        onDoubleClick={(event) => {
          const grid = event.currentTarget.getBoundingClientRect();
          const row =
            waterfall.rows[rowAt(waterfall.rows, event.clientY - grid.top + event.currentTarget.scrollTop)];
          const goal = row?.kind === "goal" ? facts.goals.get(row.goalId) : undefined;
          if (goal) show({ from: Math.floor(goal.from - timing.from), to: Math.ceil(goal.to - timing.from) });
        }}
        className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto -outline-offset-2"
      >
        <div className="relative" style={{ height: waterfall.height + 12 }}>
          <TimelineCanvas
            offset={names}
            picture={{
              ...{
                timing: facts.timing,
                waterfall,
                path: facts.path,
                spare: facts.spare,
                goals: facts.goals,
              },
              ...{ loads: scene.loads, scale: scene.scale, axis: scene.axis, pauses: facts.pauses },
              ...{ tip: facts.tip, isLive: now !== null, left: scene.left, width: plotWidth },
              ...{ top: windowTop, height, rows, hits, agents: agents.timings },
            }}
          />
          {shown.map((row, at) => (
            <TimelineRow
              key={rows.from + at}
              row={row}
              index={rows.from + at}
              isSelected={rows.from + at === selected}
              context={context}
              onSelect={choose}
            />
          ))}
          {drag.range !== null && (
            <span
              aria-hidden="true"
              style={{ left: drag.range.from, width: drag.range.to - drag.range.from }}
              className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/8"
            />
          )}
        </div>
      </div>
      <footer className="flex h-9 flex-none items-center gap-2 border-t border-line pr-2 pl-4 text-11 text-ink-3">
        <span className="min-w-0 truncate">
          {only !== null && translate("hidden", { count: waterfall.hiddenCalls })}
        </span>
        <span className="ml-auto flex flex-none items-center">
          <IconButton
            label={translate("onlyPath")}
            shortcut="p"
            icon={Spline}
            tooltipSide="top"
            pressed={only === "path"}
            onClick={() => {
              setOnly(only === "path" ? null : "path");
            }}
          />
          <IconButton
            label={translate("zoomOut")}
            shortcut="-"
            icon={ZoomOut}
            tooltipSide="top"
            disabled={span === null}
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
            disabled={span === null}
            onClick={() => {
              show(null);
            }}
          />
        </span>
      </footer>
    </div>
  );
}

/** Returns a function that never changes and calls the latest one. */
function useLatest<Value>(act: (value: Value) => void): (value: Value) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((value) => {
    latest.current(value);
  }, []);
}

/** The selected row of a different log, as long as nothing is selected in this one. */
type Inside = { readonly row: WaterfallRow; readonly sequence: number | null; readonly goal: string | null };

function insideRow({ rows }: TimelineScene["waterfall"], row: WaterfallRow): number | null {
  const index = rows.findIndex(
    (candidate) =>
      candidate.kind === row.kind &&
      "of" in candidate &&
      "of" in row &&
      candidate.of === row.of &&
      ("index" in candidate ? candidate.index : 0) === ("index" in row ? row.index : 0),
  );
  return index < 0 ? null : index;
}

/** From this many rows on, the figures are totals of goals. */
const MANY_ROWS = 200;

function selectedRow({
  scene,
  facts,
  sequence,
  goal,
}: {
  readonly scene: TimelineScene;
  readonly facts: { readonly timing: Pick<Timing, "calls" | "lanes"> };
  readonly sequence: number | null;
  readonly goal: string | null;
}): number | null {
  const { rows, rowOf } = scene.waterfall;
  if (sequence !== null) {
    const call = facts.timing.calls.findLastIndex((candidate) => candidate.sequence === sequence);
    const lane = facts.timing.lanes.findIndex((candidate) => candidate.sequence === sequence);
    const laneRow = rows.findIndex((row) => row.kind === "lane" && row.of === null && row.index === lane);
    return rowOf.get(call) ?? (laneRow < 0 ? null : laneRow);
  }
  if (goal === null) return null;
  const index = rows.findIndex((row) => "goalId" in row && row.goalId === goal);
  return index < 0 ? null : index;
}
