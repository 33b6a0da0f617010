"use client";
import { numberOfGoal } from "@goaltrace/core/goals";
import type { TimedCall, WaterfallRow } from "@goaltrace/core/graph";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { goalStatus } from "../../../ui/goal-status.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import { runState } from "../state/run-state.ts";
import { useCallTexts } from "./call-words.ts";
import { BarLabel, callIcon } from "./call-parts.tsx";
import { laneOf } from "./lane-of.ts";
import { Frame, type RowProps, SpanLabel } from "./timeline-frame.tsx";
import { InnerRow, NoteRow } from "./timeline-inner-row.tsx";
import { LaneRow } from "./timeline-lane-row.tsx";
import { CallLedger, GoalLedger } from "./timeline-ledger.tsx";

/** One row: its name, the label beside its bar and its figures. The canvas draws the bar. */
export const TimelineRow = memo(function TimelineRow(props: RowProps): ReactElement {
  const { row } = props;
  if (row.kind === "call") {
    const call = props.context.facts.timing.calls[row.index];
    return call === undefined ? <></> : <CallRow {...props} row={row} call={call} />;
  }
  if (row.kind === "lane") {
    const lane = laneOf(row, props.context.facts.timing, props.context.agents.timings);
    return lane === undefined ? <></> : <LaneRow {...props} row={row} lane={lane} />;
  }
  if (row.kind === "inner") {
    const call = props.context.agents.timings.get(row.of)?.calls[row.index];
    return call === undefined ? <></> : <InnerRow {...props} row={row} call={call} />;
  }
  if (row.kind === "note") return <NoteRow {...props} row={row} />;
  return <GoalRow {...props} row={row} />;
});

function CallRow({
  call,
  ...props
}: RowProps & {
  readonly row: Extract<WaterfallRow, { kind: "call" }>;
  readonly call: TimedCall;
}): ReactElement {
  const { row, context } = props;
  const translate = useTranslations("trace.timeline");
  const { facts, isPhone } = context;
  const isOnPath = facts.path.calls.has(row.index);
  const spareMs = isOnPath ? 0 : (facts.spare(row.index) ?? 0);
  const { name, whole, label, isProblem, spoken } = useCallTexts(call, {
    ...{ tip: facts.tip, spareMs, pauses: facts.pauses },
    together: facts.together.get(row.index) ?? 0,
  });
  return (
    <Frame
      {...props}
      label={translate("row", { ...spoken, path: isOnPath ? "yes" : "no" })}
      title={whole}
      expanded={null}
      name={
        <>
          <Bracket group={row.group} />
          <Icon icon={callIcon(call)} size={14} className={isProblem ? "text-error" : "text-ink-3"} />
          <span className={classNames("min-w-0 truncate", isOnPath ? "text-ink" : "text-ink-3")}>
            {call.kind === "tool" && <span className="font-mono text-11">{call.name} </span>}
            <span className={call.kind === "tool" ? "font-mono text-11 text-ink-2" : ""}>{name}</span>
          </span>
          {isPhone && (
            <span
              className={classNames("ml-auto flex-none text-11", isProblem ? "text-error" : "text-ink-3")}
            >
              {label}
            </span>
          )}
        </>
      }
      plot={<BarLabel call={call} spareMs={spareMs} text={label} context={context} />}
      ledger={<CallLedger call={call} context={context} />}
    />
  );
}

const BRACKETS = {
  first: "top-1/2 bottom-0 border-t border-l rounded-tl-sm",
  middle: "inset-y-0 border-l",
  last: "top-0 bottom-1/2 border-b border-l rounded-bl-sm",
} as const;

/** The bracket of calls that ran at the same time. */
function Bracket({ group }: { readonly group: "first" | "middle" | "last" | null }): ReactElement | null {
  if (group === null) return null;
  return (
    <span aria-hidden="true" className="relative -ml-2 h-full w-1.5 flex-none self-stretch">
      <span className={classNames("absolute left-0 w-1.5 border-line-strong", BRACKETS[group])} />
    </span>
  );
}

function GoalRow(
  props: RowProps & { readonly row: Extract<WaterfallRow, { kind: "goal" | "planned" }> },
): ReactElement {
  const { row, context } = props;
  const translate = useTranslations("trace.timeline");
  const format = useFormat();
  const { model, trace } = useLog((log) => ({ model: log.model, trace: log.trace }));
  const goal = model.graph.goals.get(row.goalId);
  const span = context.facts.goals.get(row.goalId);
  const number = numberOfGoal(model.graph, row.goalId) ?? "";
  const isRoot = row.goalId === model.graph.rootId;
  const title = goal?.title.trim() || trace.task.split("\n", 1)[0] || "";
  const status = goal === undefined ? "pending" : goalStatus(goal, runState(trace.status, model.graph));
  const isFirst = row.kind === "goal" && !row.again;
  const took = isFirst && span !== undefined ? format.duration(span.worked) : "";
  return (
    <Frame
      {...props}
      label={translate("goalRow", { number, title, took: took === "" ? "no" : took })}
      title={`${number} ${title}`.trim()}
      expanded={isFirst && !isRoot ? !row.folded : null}
      name={
        <>
          {isFirst && !isRoot ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={translate(row.folded ? "unfold" : "fold", { title })}
              onClick={(event) => {
                event.stopPropagation();
                context.onToggle(row.goalId);
              }}
              className="-ml-5 grid size-5 flex-none place-items-center rounded-sm text-ink-3 hover:bg-ink/6 pointer-coarse:-my-3 pointer-coarse:-ml-6 pointer-coarse:h-11 pointer-coarse:w-7"
            >
              <Icon icon={row.folded ? ChevronRight : ChevronDown} size={12} />
            </button>
          ) : null}
          <StatusGlyph status={status} decorative />
          {number !== "" && <span className="flex-none text-ink-3">{number}</span>}
          <span
            className={classNames(
              "min-w-0 truncate",
              row.kind === "planned" || !isFirst ? "text-ink-3" : "font-semibold",
            )}
          >
            {title}
          </span>
          {row.kind === "planned" && (
            <span className="flex-none text-11 text-ink-3">{translate("planned")}</span>
          )}
          {row.kind === "goal" && row.again && (
            <span className="flex-none text-11 text-ink-3">{translate("again")}</span>
          )}
          {isFirst && span !== undefined && span.errors > 0 && row.folded && (
            <span className="flex flex-none items-center gap-1 text-11 text-error">
              <StatusGlyph status="failed" size={12} label={translate("errors", { count: span.errors })} />
              {span.errors}
            </span>
          )}
        </>
      }
      plot={isFirst && span !== undefined ? <SpanLabel text={took} span={span} context={context} /> : null}
      ledger={isFirst && span !== undefined ? <GoalLedger span={span} context={context} /> : null}
    />
  );
}
