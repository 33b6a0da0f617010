"use client";
import type { TimedLane, WaterfallRow } from "@goaltrace/core/graph";
import { Bot, ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { traceHref } from "../../../lib/trace-address.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import type { StatusName } from "../../../ui/status.ts";
import { useRun } from "../state/debugger-provider.tsx";
import { useAgentNames } from "../state/use-agent-names.ts";
import { Frame, type RowProps, SpanLabel } from "./timeline-frame.tsx";

type LaneProps = RowProps & {
  readonly row: Extract<WaterfallRow, { kind: "lane" }>;
  readonly lane: TimedLane;
};

/** A sub-agent among the calls of its run: its name, its task, and how it ended. It unfolds in place; its name leads to its own trace. */
export function LaneRow({ lane, ...props }: LaneProps): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { workspace } = useRun();
  const { context } = props;
  const run = context.runs.get(lane.traceId);
  const agent = useAgentNames()(lane);
  const calls = run?.calls ?? context.agents.timings.get(lane.traceId)?.calls.length;
  const isGivenUp = lane.branch !== null && lane.to !== null && lane.outcome !== "completed";
  const present: StatusName = run === undefined || run.status === "queued" ? "running" : run.status;
  const status: StatusName = lane.outcome === "running" ? present : isGivenUp ? "abandoned" : lane.outcome;
  const took = lane.workedMs === null ? "" : format.duration(lane.workedMs);
  const word = translate(`outcome.${isGivenUp ? "givenUp" : lane.outcome}`);
  const says = lane.outcome === "running" || lane.outcome === "completed" ? took : `${took} · ${word}`;
  const spent = lane.to === null ? (run?.cost ?? null) : lane.cost;
  const tokens = lane.to === null ? (run?.tokens ?? 0) : lane.tokens;
  // Without a price, tokens are what can be compared.
  const cost =
    spent === null && tokens > 0 ? translate("tokens", { count: format.tokens(tokens) }) : format.cost(spent);
  return (
    <Frame
      {...props}
      label={translate("laneRow", { agent, title: lane.task, outcome: word, took })}
      title={lane.text === "" ? lane.task : `${lane.task}: ${lane.text}`}
      expanded={props.row.open}
      name={
        <>
          <button
            type="button"
            tabIndex={-1}
            aria-label={translate("openSteps", { agent, title: lane.task })}
            onClick={(event) => {
              event.stopPropagation();
              context.onToggle(lane.traceId);
            }}
            className="-ml-5 grid size-5 flex-none place-items-center rounded-sm text-ink-3 hover:bg-ink/6 pointer-coarse:-my-3 pointer-coarse:-ml-6 pointer-coarse:h-11 pointer-coarse:w-7"
          >
            <Icon icon={props.row.open ? ChevronDown : ChevronRight} size={12} />
          </button>
          <StatusGlyph status={status} size={12} decorative />
          <Icon icon={Bot} size={14} className="flex-none text-ink-3" />
          <Link
            href={traceHref(workspace, lane.traceId)}
            tabIndex={-1}
            aria-label={translate("open", { agent, title: lane.task })}
            className="flex-none font-semibold hover:text-accent hover:underline"
          >
            {agent}
          </Link>
          <span className="min-w-0 truncate text-ink-2">{lane.task}</span>
        </>
      }
      plot={
        <SpanLabel
          text={says}
          span={{ from: lane.from, to: lane.to ?? context.facts.tip }}
          context={context}
        />
      }
      ledger={
        <>
          {calls !== undefined && !context.isPhone && (
            <span className="mr-auto pl-1 text-ink-3">{translate("calls", { count: calls })}</span>
          )}
          <span className="whitespace-nowrap">{cost}</span>
        </>
      }
    />
  );
}
