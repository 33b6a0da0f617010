"use client";
import type { ContextRow } from "@goaltrace/core/diagnose";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../../lib/class-names.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { TINT_FILL, segmentTint } from "./segment-tint.ts";

type Piece = {
  readonly key: string;
  readonly row: ContextRow;
  readonly tokens: number;
  readonly cached: boolean;
};

/** Splits each partly cached row in two: the cached piece comes first, as in the request. */
function toPieces(rows: readonly ContextRow[]): readonly Piece[] {
  return rows.flatMap((row) =>
    [
      { key: `${row.kind}-cached`, row, tokens: row.cachedTokens, cached: true },
      { key: row.kind, row, tokens: row.tokens - row.cachedTokens, cached: false },
    ].filter((piece) => piece.tokens > 0),
  );
}

/** The share of the bar below which a piece has no label. */
const LABEL_SHARE = 0.22;
const CAPTION_SHARE = 0.14;

export type ContextBarProps = {
  readonly rows: readonly ContextRow[];
  /** Tokens before the first cache break; null without one. */
  readonly breakAt: number | null;
  readonly selected: ContextRow["kind"] | null;
  readonly onSelect: (kind: ContextRow["kind"]) => void;
};

/** The request as a bar of proportional segments. The cached part is dotted. */
export function ContextBar({ rows, breakAt, selected, onSelect }: ContextBarProps): ReactElement {
  const translate = useTranslations("inspector.context");
  const format = useFormat();
  const total = rows.reduce((sum, row) => sum + row.tokens, 0);
  return (
    <>
      <div
        className="relative flex h-9 w-full gap-px overflow-hidden rounded-sm"
        role="group"
        aria-label={translate("bar")}
      >
        {toPieces(rows).map(({ key, row, tokens, cached }) => (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            title={translate("piece", {
              segment: translate(`segment.${row.kind}`),
              tokens: format.count(tokens),
              cached: cached ? "yes" : "no",
            })}
            onClick={() => {
              onSelect(row.kind);
            }}
            style={{ flexGrow: tokens, flexBasis: 0 }}
            className={classNames(
              "min-w-0.5 overflow-hidden px-1 text-left text-11 whitespace-nowrap",
              TINT_FILL[segmentTint(row.kind)],
              cached && "dotted text-ink/50",
              selected === row.kind && "shadow-[inset_0_0_0_2px_var(--accent)]",
            )}
          >
            {tokens / total > LABEL_SHARE && (
              <span className={classNames("rounded-sm text-ink", cached && "bg-page/85 px-1")}>
                {translate(`segment.${row.kind}`)}
              </span>
            )}
          </button>
        ))}
        {breakAt !== null && (
          <span
            aria-hidden="true"
            className="absolute inset-y-0 w-0.5 bg-ink"
            style={{ left: `${(breakAt / Math.max(1, total)) * 100}%` }}
          />
        )}
      </div>
      <Captions rows={rows} />
    </>
  );
}

/** Captions below the bar for runs of segments with the same tint. Omitted where the run is too narrow. */
function Captions({ rows }: { readonly rows: readonly ContextRow[] }): ReactElement {
  const translate = useTranslations("inspector.context.stretch");
  const total = rows.reduce((sum, row) => sum + row.tokens, 0);
  return (
    <p aria-hidden="true" className="mt-1 flex gap-px text-11 text-ink-3">
      {([1, 2, 3, 4] as const).map((tint) => {
        const tokens = rows
          .filter((row) => segmentTint(row.kind) === tint)
          .reduce((sum, row) => sum + row.tokens, 0);
        return tokens === 0 ? null : (
          <span key={tint} className="min-w-0 truncate" style={{ flexGrow: tokens, flexBasis: 0 }}>
            {tokens / total > CAPTION_SHARE ? translate(`tint${tint}`) : ""}
          </span>
        );
      })}
    </p>
  );
}
