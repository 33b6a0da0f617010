"use client";
import type { ContextRow } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../../lib/class-names.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { useActions } from "../../state/debugger-provider.tsx";
import { TINT_FILL, segmentTint } from "./segment-tint.ts";

/** The headings of a list of segments, in the order of `SegmentCells`. */
export function SegmentHeadings({
  previousSequence,
}: {
  /** The call that the changes refer to; null for the first call. */
  readonly previousSequence: number | null;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  return (
    <>
      <td />
      <th scope="col" className="font-normal">
        {translate("column.segment")}
      </th>
      <th scope="col" className="font-normal">
        {translate("column.source")}
      </th>
      <th scope="col" className="truncate font-normal">
        {previousSequence === null
          ? translate("column.firstCall")
          : translate("column.since", { sequence: previousSequence })}
      </th>
      <th scope="col" className="text-right font-normal">
        {translate("column.tokens")}
      </th>
    </>
  );
}

/** The cells of a segment: swatch, name, source, change and tokens. Its name opens its details. */
export function SegmentCells({
  row,
  isOpen,
  swatchTitle,
  onToggle,
}: {
  readonly row: ContextRow;
  readonly isOpen: boolean;
  /** The tooltip of the swatch. @default none */
  readonly swatchTitle?: string | undefined;
  readonly onToggle: () => void;
}): ReactElement {
  const translate = useTranslations("inspector.context");
  const format = useFormat();
  return (
    <>
      <td>
        <span
          aria-hidden="true"
          title={swatchTitle}
          className={classNames(
            "block size-3 rounded-sm",
            TINT_FILL[segmentTint(row.kind)],
            row.cachedTokens > 0 && "dotted text-ink/60",
          )}
        />
      </td>
      <th scope="row" className="min-w-0 text-left font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="max-w-full truncate text-left hover:underline phone:min-h-11"
        >
          {translate(`segment.${row.kind}`)}
        </button>
      </th>
      <td className="min-w-0 truncate text-ink-2">
        <SourceText row={row} />
      </td>
      <td className="truncate">
        <ChangeText row={row} />
      </td>
      <td className="text-right tabular-nums">{format.count(row.tokens)}</td>
    </>
  );
}

/** Where a segment comes from, with links to its entries. */
function SourceText({ row }: { readonly row: ContextRow }): ReactElement {
  const translate = useTranslations("inspector.context");
  const { selectSequence } = useActions();
  const { firstSequence: first, lastSequence: last } = row;
  if (first === null || last === null)
    return <>{translate(`source.${row.kind === "tail" ? "tail" : "outside"}`)}</>;
  const end = (sequence: number): ReactElement => (
    <button
      type="button"
      className="link"
      onClick={() => {
        selectSequence(sequence);
      }}
    >
      {`#${sequence}`}
    </button>
  );
  return first === last ? (
    end(first)
  ) : (
    <>{translate.rich("source.range", { first: () => end(first), last: () => end(last) })}</>
  );
}

/** The change of a segment since the compared call. */
function ChangeText({ row }: { readonly row: ContextRow }): ReactElement {
  const translate = useTranslations("inspector.context.change");
  const format = useFormat();
  const { kind, tokens } = row.change;
  const amount = `${tokens < 0 ? "−" : "+"}${format.tokens(Math.abs(tokens))}`;
  switch (kind) {
    case "first":
      return <span className="text-ink-3">{translate("first")}</span>;
    case "same":
      return <span className="text-ink-3">{translate("same")}</span>;
    case "new":
      return <b>{translate("new")}</b>;
    case "gone":
      return <b>{translate("gone", { amount })}</b>;
    case "changed":
      return <b>{tokens === 0 ? translate("changed") : translate("changedBy", { amount })}</b>;
    case "grown":
    case "shrunk":
      return <b>{amount}</b>;
  }
}
