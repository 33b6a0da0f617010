"use client";
import type { PathSums, PieceKind } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";

/** The kinds of work; waits are separate. */
const WORK: readonly PieceKind[] = ["first", "stream", "tool", "compaction", "backoff", "failed", "runtime"];

const FILLS: Readonly<Record<PieceKind, string>> = {
  first: "bg-ink/16 border border-ink-3",
  stream: "bg-ink/66",
  tool: "bg-ink/38",
  compaction:
    "border border-ink-3 bg-[radial-gradient(var(--ink-2)_0.8px,transparent_1px)] bg-size-[4px_4px]",
  backoff: "border-t-2 border-dotted border-ink-3 translate-y-1/2",
  failed: "border border-error",
  runtime: "bg-ink/6 border border-line-strong",
  queue: "border-t-2 border-dotted border-ink-3 translate-y-1/2",
  wait: "bg-wait",
};

export type SummaryBarProps = {
  readonly sums: PathSums;
  /** The kind of work to which the rows are limited. */
  readonly only: PieceKind | null;
  readonly onOnly: (kind: PieceKind | null) => void;
};

/**
 * The time of the run by kind of work: the critical path sorted by kind, largest first, so that its parts add up to the work. It is also the legend
 * of the fills; a click keeps only the calls that contribute.
 */
export function SummaryBar({ sums, only, onOnly }: SummaryBarProps): ReactElement {
  const translate = useTranslations("trace.timeline");
  const kind = useTranslations("trace.timeline.kinds");
  const format = useFormat();
  const parts = WORK.map((name) => ({ name, ms: sums.byKind.get(name) ?? 0 }))
    .filter(({ ms }) => ms > 0)
    .sort((left, right) => right.ms - left.ms);
  return (
    <section aria-label={translate("summary")} className="flex-none border-b border-line px-4 py-2 text-11">
      <div aria-hidden="true" className="flex h-2.5 gap-px phone:hidden">
        {parts.map(({ name, ms }) => (
          <span
            key={name}
            style={{ flexGrow: ms, flexBasis: 0 }}
            className={classNames(
              "min-w-0.5 overflow-hidden",
              FILLS[name],
              only !== null && only !== name && "opacity-40",
            )}
          />
        ))}
      </div>
      <div className="mt-1 flex min-h-5 items-center gap-x-3 overflow-x-auto whitespace-nowrap text-ink-2 [scrollbar-width:none] phone:mt-0">
        <span className="flex-none font-semibold text-ink">
          {translate("worked", { worked: format.duration(sums.worked) })}
        </span>
        {parts.map(({ name, ms }) => (
          <button
            key={name}
            type="button"
            aria-pressed={only === name}
            disabled={name === "runtime"}
            onClick={() => {
              onOnly(only === name ? null : name);
            }}
            className="flex flex-none items-center gap-1.5 rounded-sm px-1 py-0.5 enabled:hover:bg-ink/6 aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            <span aria-hidden="true" className={classNames("h-2 w-3 flex-none", FILLS[name])} />
            {kind(name)} <b className="font-semibold text-ink tabular-nums">{format.duration(ms)}</b>
            <span className="text-ink-3">{format.share(ms / Math.max(1, sums.worked))}</span>
          </button>
        ))}
        {sums.waited > 0 && (
          <span className="ml-auto flex flex-none items-center gap-1.5 text-ink-2">
            <span aria-hidden="true" className="h-2 w-3 flex-none bg-wait" />
            {translate("waited", { waited: format.duration(sums.waited) })}
          </span>
        )}
      </div>
    </section>
  );
}
