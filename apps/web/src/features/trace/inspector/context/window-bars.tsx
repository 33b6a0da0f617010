"use client";
import type { ContextReport } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../../lib/class-names.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { TINT_FILL } from "./segment-tint.ts";
import { tintShares } from "./tint-shares.ts";

/** One call as a thin bar. */
export type WindowBar = {
  readonly name: string;
  /** The tokens of the request. The parts of the report are proportional to it. */
  readonly tokens: number;
  readonly cachedTokens: number;
  readonly report: ContextReport;
};

export type WindowBarsProps = {
  readonly bars: readonly WindowBar[];
  readonly window: number;
  /** The token count above which the history is compacted. */
  readonly compactsAt: number;
};

/** Calls on the scale of the model's context window, one below the other, with the compaction threshold. */
export function WindowBars({ bars, window, compactsAt }: WindowBarsProps): ReactElement {
  const translate = useTranslations("inspector.context");
  const format = useFormat();
  const share = (tokens: number): number => Math.min(100, (tokens / Math.max(1, window)) * 100);
  const last = bars.at(-1);
  const free = Math.max(0, window - (last?.tokens ?? 0));
  return (
    <div className="grid grid-cols-[40px_minmax(0,1fr)_64px] items-center gap-x-2 gap-y-1 text-11">
      {bars.map((bar) => (
        <div key={bar.name} className="contents">
          <span className="truncate text-ink-3">{bar.name}</span>
          <span aria-hidden="true" className="relative flex h-2 bg-ink/5">
            {tintShares(bar.report, bar.cachedTokens / Math.max(1, bar.tokens)).map((piece) => (
              <span
                key={`${piece.tint}${piece.cached ? "c" : ""}`}
                className={classNames(TINT_FILL[piece.tint], piece.cached && "dotted text-ink/60")}
                style={{ width: `${share(bar.tokens) * piece.share}%` }}
              />
            ))}
            <span className="absolute -inset-y-0.5 w-px bg-ink" style={{ left: `${share(compactsAt)}%` }} />
          </span>
          <span className="text-right tabular-nums">{format.count(bar.tokens)}</span>
        </div>
      ))}
      <span />
      <p className="flex flex-wrap justify-between gap-x-3 text-ink-3">
        <span>
          {translate("free", {
            tokens: format.tokens(free),
            share: format.share(free / Math.max(1, window)),
          })}
        </span>
        <span>{translate("compactsAt", { tokens: format.tokens(compactsAt) })}</span>
        <span>{translate("window", { tokens: format.tokens(window) })}</span>
      </p>
      <span />
    </div>
  );
}
