"use client";
import type { ContextRow } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { breakCost } from "../inspector/context/break-cost.ts";
import { BreakRow } from "../inspector/context/context-rows.tsx";
import { SegmentCells, SegmentHeadings } from "../inspector/context/segment-cells.tsx";
import { SegmentDetail } from "../inspector/context/segment-detail.tsx";
import type { InspectedCall } from "../inspector/use-call.ts";
import { CutRows } from "./cut-rows.tsx";

const WINDOW_GRID =
  "grid grid-cols-[14px_minmax(96px,1.2fr)_minmax(0,1fr)_minmax(64px,0.8fr)_64px] items-center gap-3 px-4";

/** The tokens since the compared call: by the estimates of both, as the changes of the parts, or as counted for calls without parts. */
function sizeDifference({ story, previous, totalTokens }: InspectedCall): number {
  if (story.report.segments.length > 0) return story.report.totalTokens - (previous?.report.totalTokens ?? 0);
  return totalTokens - (previous?.answer?.usage.inputTokens ?? 0);
}

/** The parts of a request in their order, what changed since the compared call, and the sum. The Context tab shows the same numbers. */
export function WindowList({
  call,
  sequence,
  previousSequence,
  isPrevious,
}: {
  readonly call: InspectedCall;
  readonly sequence: number;
  readonly previousSequence: number | null;
  /** Whether it is compared with the previous call, for which the removals are known. */
  readonly isPrevious: boolean;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  const words = useTranslations("trace.windows");
  const format = useFormat();
  const [opened, setOpened] = useState<ContextRow["kind"] | null>(null);
  const { context, price, previous, totalTokens } = call;
  const { rows, break: broken } = context;
  const cost = broken === null ? null : breakCost(broken.tokens, price);
  const difference = previous === null ? null : sizeDifference(call);
  return (
    <table className="block w-full text-12" aria-label={translate("segments")}>
      <thead className="sticky top-0 z-1 block border-b border-line bg-page text-11 text-ink-3">
        <tr className={classNames(WINDOW_GRID, "h-7 text-left")}>
          <SegmentHeadings previousSequence={previousSequence} />
        </tr>
      </thead>
      <tbody className="block">
        {rows.length === 0 && (
          <tr className="block">
            <td colSpan={5} className="block px-4 py-2 text-ink-2">
              {words("noParts")}
            </td>
          </tr>
        )}
        {broken?.kind === "model" && <BreakRow broken={broken} cost={cost} />}
        {rows.map((row) => (
          <Fragment key={row.kind}>
            {broken?.kind === row.kind && <BreakRow broken={broken} cost={cost} />}
            <tr
              className={classNames(
                WINDOW_GRID,
                "min-h-6.5 phone:min-h-11",
                opened === row.kind && "bg-accent-soft",
              )}
            >
              <SegmentCells
                row={row}
                isOpen={opened === row.kind}
                swatchTitle={
                  row.cachedTokens > 0
                    ? words("cachedTokens", { tokens: format.count(row.cachedTokens) })
                    : undefined
                }
                onToggle={() => {
                  setOpened(opened === row.kind ? null : row.kind);
                }}
              />
            </tr>
            {isPrevious && row.change.tokens < 0 && <CutRows kind={row.kind} sequence={sequence} />}
            {opened === row.kind && (
              <tr className="block">
                <td colSpan={5} className="block bg-sunken/50 py-2 pr-4 pl-9">
                  <SegmentDetail row={row} sequence={sequence} previousSequence={previousSequence} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
      <tfoot className="block border-t border-line">
        <tr className={classNames(WINDOW_GRID, "h-8")}>
          <td />
          <th scope="row" colSpan={1} className="text-left font-semibold">
            {words("whole")}
          </th>
          <td className="truncate text-ink-3">{words(call.exact ? "exact" : "estimated")}</td>
          <td>
            {difference === null
              ? ""
              : words("difference", {
                  sign: difference < 0 ? "−" : "+",
                  tokens: format.tokens(Math.abs(difference)),
                })}
          </td>
          <td className="text-right font-semibold tabular-nums">{format.count(totalTokens)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
