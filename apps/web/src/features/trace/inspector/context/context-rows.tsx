"use client";
import type { ContextBreak, ContextRow } from "@goaltrace/core/diagnose";
import { Scissors } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../../lib/class-names.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { SegmentCells, SegmentHeadings } from "./segment-cells.tsx";
import { SegmentDetail } from "./segment-detail.tsx";

export type ContextRowsProps = {
  readonly rows: readonly ContextRow[];
  /** The sequence of an entry of the call. */
  readonly sequence: number;
  readonly broken: ContextBreak | null;
  /** The extra cost of the break in US dollars; null without a price. */
  readonly breakCost: number | null;
  readonly previousSequence: number | null;
  readonly selected: ContextRow["kind"] | null;
  readonly onSelect: (kind: ContextRow["kind"] | null) => void;
};

const GRID =
  "grid grid-cols-[14px_minmax(84px,1fr)_minmax(0,1.1fr)_minmax(56px,auto)_44px] items-center gap-2 px-4";

/** The segments in request order with their changes, and the first cache break as a row in its place. */
export function ContextRows(props: ContextRowsProps): ReactElement {
  const { rows, broken, breakCost, previousSequence, selected, onSelect } = props;
  const translate = useTranslations("inspector.context");
  return (
    <table className="block w-full text-12" aria-label={translate("segments")}>
      <thead className="block border-b border-line text-11 text-ink-3">
        <tr className={classNames(GRID, "h-6 text-left")}>
          <SegmentHeadings previousSequence={previousSequence} />
        </tr>
      </thead>
      <tbody className="block">
        {broken?.kind === "model" && <BreakRow broken={broken} cost={breakCost} />}
        {rows.map((row) => (
          <Fragment key={row.kind}>
            {broken?.kind === row.kind && <BreakRow broken={broken} cost={breakCost} />}
            <tr
              className={classNames(
                GRID,
                "min-h-6 py-0.5 phone:min-h-11",
                selected === row.kind && "bg-accent-soft",
              )}
            >
              <SegmentCells
                row={row}
                isOpen={selected === row.kind}
                onToggle={() => {
                  onSelect(selected === row.kind ? null : row.kind);
                }}
              />
            </tr>
            {selected === row.kind && (
              <tr className="block">
                <td colSpan={5} className="block bg-sunken/50 py-2 pr-4 pl-9">
                  <SegmentDetail row={row} sequence={props.sequence} previousSequence={previousSequence} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The first difference to the compared request, with its price, as a row in its place. */
export function BreakRow({
  broken,
  cost,
}: {
  readonly broken: ContextBreak;
  readonly cost: number | null;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  const format = useFormat();
  return (
    <tr className="my-1 block border-y border-dashed border-ink-3 bg-sunken px-4 py-1">
      <td className="flex items-start gap-2" colSpan={5}>
        <span className="mt-0.5">
          <Icon icon={Scissors} size={14} className="text-ink-2" />
        </span>
        <span className="min-w-0 flex-1">
          <b>{translate("break.title")}</b>{" "}
          {translate(`break.${broken.reason}`, {
            at: format.count(broken.at),
            segment: broken.kind === "model" ? "" : translate(`segment.${broken.kind}`),
          })}
          <span className="block text-ink-2">
            {translate("break.price", { tokens: format.count(broken.tokens) })}
            {cost === null ? `, ${format.cost(null)}` : `, +${format.cost(cost)}`}
          </span>
        </span>
      </td>
    </tr>
  );
}
