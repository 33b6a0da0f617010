"use client";
import type { PathSums, PieceKind } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import type { WaitReason, WaitSum } from "../state/wait-sums.ts";

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

/** The tint of a wait in the plot. */
const OTHER_WAIT = "bg-ink/8 border-x border-ink-3/60";
const WAITS: Readonly<Record<WaitReason, string>> = {
  person: "bg-wait",
  queue: FILLS.queue,
  ...{ pause: OTHER_WAIT, budget: OTHER_WAIT, children: OTHER_WAIT },
  ...{ worker: OTHER_WAIT, interrupted: OTHER_WAIT, turn: OTHER_WAIT },
};

export type SummaryBarProps = {
  readonly sums: PathSums;
  readonly waits: readonly WaitSum[];
  /** The kind of work to which the rows are limited. */
  readonly only: PieceKind | null;
  readonly onOnly: (kind: PieceKind | null) => void;
  /** Comes below the legend. */
  readonly children: ReactNode;
};

/**
 * The time of the run by kind of work: the critical path sorted by kind, largest first, so that its parts add up to the work. It is also the legend
 * of the fills; a click keeps only the calls that contribute.
 */
export function SummaryBar({ sums, waits, only, onOnly, children }: SummaryBarProps): ReactElement {
  const translate = useTranslations("trace.timeline");
  const kind = useTranslations("trace.timeline.kinds");
  const about = useTranslations("trace.timeline.about");
  const reasons = useTranslations("trace.scrubber.waits");
  const format = useFormat();
  const parts = WORK.map((name) => ({ name, ms: sums.byKind.get(name) ?? 0 }))
    .filter(({ ms }) => ms > 0)
    .sort((left, right) => right.ms - left.ms);
  return (
    <section
      aria-label={translate("summary")}
      className="flex-none border-b border-line px-4 py-2 text-11 phone:py-0"
    >
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
      <div className="mt-1 flex min-h-5 flex-wrap items-center gap-x-3 whitespace-nowrap text-ink-2 phone:mt-0 phone:flex-nowrap phone:overflow-x-auto phone:[scrollbar-width:none]">
        <span className="flex-none font-semibold text-ink">
          {translate("worked", { worked: format.duration(sums.worked) })}
        </span>
        {parts.map(({ name, ms }) => (
          <button
            key={name}
            type="button"
            aria-pressed={only === name}
            disabled={name === "runtime"}
            title={about(name)}
            onClick={() => {
              onOnly(only === name ? null : name);
            }}
            className="flex flex-none items-center gap-1.5 rounded-sm px-1 py-0.5 enabled:hover:bg-ink/6 aria-pressed:bg-accent-soft aria-pressed:text-ink phone:order-2 pointer-coarse:min-h-11"
          >
            <span aria-hidden="true" className={classNames("h-2 w-3 flex-none", FILLS[name])} />
            {kind(name)} <b className="font-semibold text-ink tabular-nums">{format.duration(ms)}</b>
            <span className="text-ink-3">{format.share(ms / Math.max(1, sums.worked))}</span>
          </button>
        ))}
        {waits.length > 0 && (
          // On a phone the row scrolls: the waits come before the kinds of work, so that they are seen at once.
          <span className="ml-auto flex flex-none items-center gap-3 phone:order-1 phone:ml-0">
            <span className="font-semibold text-ink">
              {translate("waited", { waited: format.duration(sums.waited) })}
            </span>
            {waits.map(({ reason, ms }) => (
              <span key={reason} className="flex items-center gap-1.5">
                <span aria-hidden="true" className={classNames("h-2 w-3 flex-none", WAITS[reason])} />
                {reasons(reason)}
                {waits.length > 1 && (
                  <b className="font-semibold text-ink tabular-nums">{format.duration(ms)}</b>
                )}
              </span>
            ))}
          </span>
        )}
      </div>
      {children}
    </section>
  );
}
