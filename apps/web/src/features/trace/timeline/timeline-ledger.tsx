"use client";
import type { TimedCall } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import type { GoalSpan } from "./timeline-scene.ts";
import type { RowContext } from "./timeline-frame.tsx";

const CONTEXT_WIDTH = 36;

/** The column heads of the figures. A run with folded goals sums up calls instead of showing the context of each. */
export function LedgerHead({ isAggregated }: { readonly isAggregated: boolean }): ReactElement {
  const translate = useTranslations("trace.timeline.ledger");
  return (
    <>
      {isAggregated ? (
        <>
          <span className="w-11">{translate("calls")}</span>
          <span className="w-13">{translate("tokens")}</span>
          <span className="w-13">{translate("cost")}</span>
          <span className="w-15">{translate("took")}</span>
          <span className="w-9">{translate("path")}</span>
        </>
      ) : (
        <>
          <span className="mr-auto pl-1">{translate("context")}</span>
          <span className="w-10">{translate("in")}</span>
          <span className="w-9">{translate("out")}</span>
          <span className="w-12">{translate("cost")}</span>
        </>
      )}
    </>
  );
}

/** The figures of a call. A tool has none. */
export function CallLedger({
  call,
  context,
}: {
  readonly call: TimedCall;
  readonly context: RowContext;
}): ReactElement | null {
  const format = useFormat();
  if (call.kind === "tool" || call.to === null) return null;
  const cost = format.cost(call.cost);
  if (context.isPhone) return <span>{cost}</span>;
  if (context.isAggregated) return <AggregatedCall call={call} />;
  return (
    <>
      <ContextBar call={call} largest={context.largestContext} />
      <span className="w-10 text-right">{format.tokens(call.tokensIn)}</span>
      <span className="w-9 text-right">{format.tokens(call.tokensOut)}</span>
      <span className="w-12 text-right whitespace-nowrap">{cost}</span>
    </>
  );
}

function AggregatedCall({ call }: { readonly call: TimedCall }): ReactElement {
  const format = useFormat();
  return (
    <>
      <span className="w-13 text-right">{format.tokens(call.tokensIn + call.tokensOut)}</span>
      <span className="w-13 text-right whitespace-nowrap">{format.cost(call.cost)}</span>
      <span className="w-15" />
      <span className="w-9" />
    </>
  );
}

/** The size of a request relative to the largest one of the run; the part that the provider had cached is only outlined. */
function ContextBar({ call, largest }: { readonly call: TimedCall; readonly largest: number }): ReactElement {
  const width = largest === 0 ? 0 : (call.tokensIn / largest) * CONTEXT_WIDTH;
  const cached = call.tokensIn === 0 ? 0 : (call.tokensCached / call.tokensIn) * width;
  return (
    <span aria-hidden="true" className="mr-auto flex h-1.5 pl-1">
      <span className="h-full border border-ink-3/50" style={{ width: Math.max(0, cached) }} />
      <span className="h-full bg-ink-3" style={{ width: Math.max(1, width - cached) }} />
    </span>
  );
}

/** The totals of a goal with those below it. */
export function GoalLedger({
  span,
  context,
}: {
  readonly span: GoalSpan;
  readonly context: RowContext;
}): ReactElement {
  const format = useFormat();
  const { facts, isPhone, isAggregated } = context;
  const cost = format.cost(span.cost);
  if (isPhone) return <span className="font-semibold">{cost}</span>;
  if (!isAggregated)
    return (
      <span className="flex font-medium">
        <span className="w-10 text-right">{format.tokens(span.tokensIn)}</span>
        <span className="w-9 text-right">{format.tokens(span.tokensOut)}</span>
        <span className="w-12 text-right whitespace-nowrap">{cost}</span>
      </span>
    );
  const share = facts.sums.worked === 0 ? null : span.onPath / facts.sums.worked;
  return (
    <span className="flex font-medium whitespace-nowrap">
      <span className="w-11 text-right">{format.count(span.calls)}</span>
      <span className="w-13 text-right">{format.tokens(span.tokensIn + span.tokensOut)}</span>
      <span className="w-13 text-right">{cost}</span>
      <span className="w-15 text-right">{format.duration(span.worked)}</span>
      <span className="w-9 text-right">{share === null || span.onPath === 0 ? "" : format.share(share)}</span>
    </span>
  );
}
