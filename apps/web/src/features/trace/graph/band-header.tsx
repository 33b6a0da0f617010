"use client";
import { INLINE_BARS, textWidth } from "@goaltrace/core/graph";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { Marks } from "../parts/marks.tsx";
import { useRunLength } from "../state/use-timing.ts";
import { BoxButton } from "./box-button.tsx";
import type { BoxData } from "./box-nodes.ts";
import type { BoxView } from "./box-view.ts";
import { TailLabel } from "./wire-labels.tsx";
import { Ports } from "./ports.tsx";
import { useGraphActions } from "./graph-actions.ts";

/** The header of a band: title, goals done, own work, result, and what it took. All headers together sum up the run. */
export function BandHeader({ view, selection, opened, tabStop, size, distance }: BoxData): ReactElement {
  const translate = useTranslations("trace.graph");
  const statusName = useTranslations("common.status");
  const { selectGoal, selectSequence, toggleBand } = useGraphActions();
  const isNarrow = size.width < 440;
  const hasBars = view.barsUntil !== null;
  const hasResult = !isNarrow && view.result !== "" && hasRoomForResult(view, size.width);
  return (
    <div
      style={size}
      className={classNames(
        "group/header flex items-center gap-2 text-12 whitespace-nowrap",
        view.dimmed && "text-ink-3",
      )}
    >
      <span
        className={classNames(
          "flex items-center gap-2",
          hasBars ? "flex-none overflow-hidden" : isNarrow ? "min-w-0" : "min-w-min",
        )}
        style={hasBars ? { width: INLINE_BARS - 8 } : undefined}
      >
        <BoxButton
          view={view}
          selection={selection}
          tabStop={tabStop}
          onPress={() => {
            selectGoal(view.goalId);
          }}
          className={classNames(
            "flex h-6 min-w-min flex-[0_1_auto] items-center gap-2 rounded-sm pr-1",
            selection === "selected" && "bg-accent-soft shadow-[0_0_0_1px_var(--accent)]",
          )}
        >
          <span className="flex-none rounded-full bg-page">
            <StatusGlyph status={view.status} decorative />
          </span>
          <span className="sr-only">{statusName(view.status)}</span>
          {view.number !== null && <span className="flex-none text-ink-3">{view.number}</span>}
          <b
            title={view.title || translate("unnamed")}
            className={classNames(
              "min-w-24 flex-[0_1_auto] truncate font-semibold",
              view.depth < 2 ? "text-13" : "text-12",
              view.dimmed && "font-normal",
            )}
          >
            {view.depth === 0 ? (
              <>
                {/* The task is above the graph in full. In the name of the button it follows the visible text. */}
                {translate("wholeRun")}
                <span className="sr-only"> {view.title || translate("unnamed")}</span>
              </>
            ) : (
              view.title || translate("unnamed")
            )}
          </b>
        </BoxButton>
        {view.count.total + view.count.givenUp > 0 && (
          <span className="flex-none text-11 text-ink-3">
            <span aria-hidden="true">
              {view.count.givenUp === 0
                ? `${view.count.done}/${view.count.total}`
                : translate("countGivenUp", view.count)}
            </span>
            <span className="sr-only">{translate("goalsDone", view.count)}</span>
          </span>
        )}
        {view.continuedFrom !== null && (
          <span className="flex-none text-11 text-ink-3">
            {translate("continued", { sequence: view.continuedFrom })}
          </span>
        )}
        <OwnWork view={view} opened={opened} narrow={isNarrow} />
        {view.foldable && (
          <button
            type="button"
            tabIndex={-1}
            aria-expanded={!view.folded}
            onClick={() => {
              toggleBand(view.goalId, distance);
            }}
            className={classNames(
              "nopan pointer-events-auto flex size-5 flex-none items-center justify-center rounded-sm text-ink-3 hover:bg-ink/4 hover:text-ink",
              !view.folded && "opacity-0 group-hover/header:opacity-100 focus-visible:opacity-100",
            )}
          >
            <Icon icon={ChevronRight} size={12} className={view.folded ? "" : "rotate-90"} />
            <span className="sr-only">
              {view.folded
                ? translate("unfoldBand", { title: view.title })
                : translate("fold", { title: view.title })}
            </span>
          </button>
        )}
        {!isNarrow &&
          view.words.map(({ kind, sequence }) => (
            <TailLabel
              key={kind}
              mark={{ kind, sequence, text: translate(kind) }}
              onSelect={selectSequence}
            />
          ))}
        {view.folded && <Marks counts={view.marks} />}
        {!isNarrow && <Ports ports={view.ports} onOpen={selectSequence} />}
      </span>
      {view.barsUntil !== null && (
        <span className="flex-none" style={{ width: view.barsUntil - INLINE_BARS }} />
      )}
      {hasResult && (
        <span
          title={view.result}
          style={roomOfResult(view, size.width)}
          className={classNames("flex-[1_1_0] truncate", view.dimmed ? "text-ink-3" : toneOf(view))}
        >
          {view.result}
        </span>
      )}
      <Ledger view={view} narrow={isNarrow} />
    </div>
  );
}

const LEDGER_WIDTH = 200;
const LEAST_RESULT = 96;
const RESULT_OF_RUN = 224;
/** Glyph, number, count, own work and gaps beside a title. */
const BESIDE_TITLE = 210;

/**
 * Returns the width of a result next to a long title, and the least. The task is shown in full above the graph, how its run ended is not, so the result of
 * the run gets more where counts and own work leave it.
 */
function roomOfResult(
  { depth, result }: BoxView,
  width: number,
): { readonly flexBasis: number; readonly minWidth: number } {
  const whole = Math.ceil(textWidth(result, 12) * 1.1) + 4;
  const isRun = depth === 0 && width >= 700;
  return { flexBasis: isRun ? Math.min(RESULT_OF_RUN, whole) : 0, minWidth: Math.min(LEAST_RESULT, whole) };
}

/** Returns true where a title leaves space for the result. Failures and waits are always named. */
function hasRoomForResult({ title, tone, barsUntil }: BoxView, width: number): boolean {
  if (barsUntil !== null) return width - LEDGER_WIDTH - barsUntil >= LEAST_RESULT;
  if (tone === "failed" || tone === "waiting") return true;
  return width - LEDGER_WIDTH - BESIDE_TITLE - textWidth(title, 14) >= LEAST_RESULT;
}

/** The work of the goal itself, without that of its sub-goals; in a narrow header only the cost outside goals, without which the sum is not clear. */
function OwnWork({
  view,
  opened,
  narrow,
}: {
  readonly view: BoxView;
  readonly opened: boolean;
  readonly narrow: boolean;
}): ReactElement | null {
  const translate = useTranslations("trace.graph");
  const format = useFormat();
  const { toggleSteps } = useGraphActions();
  if (view.ownTurns === 0 || view.folded) return null;
  const cost = view.ownCost === null || view.ownCost === 0 ? null : format.cost(view.ownCost);
  if (narrow && (view.depth > 0 || cost === null)) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={opened}
      onClick={() => {
        toggleSteps(view.goalId);
      }}
      className={classNames(
        "nopan pointer-events-auto h-[18px] rounded-[9px] border bg-page px-2 text-11 leading-4 hover:border-ink-3",
        narrow ? "min-w-0 flex-[0_9_auto] truncate" : "flex-none",
        opened ? "border-accent text-accent" : "border-line-strong text-ink-2",
      )}
    >
      {view.depth > 0
        ? view.ownCalls > 0
          ? translate("chipCalls", { calls: view.ownCalls })
          : translate("chipSteps", { turns: view.ownTurns })
        : narrow && cost !== null
          ? translate("costOutside", { cost })
          : [
              translate("chipOutside", { calls: view.ownCalls, turns: view.ownTurns }),
              ...(cost === null ? [] : [cost]),
            ].join(" · ")}
    </button>
  );
}

/** Time and cost in columns that line up across all headers. The bars compare bands of the first level. */
function Ledger({ view, narrow }: { readonly view: BoxView; readonly narrow: boolean }): ReactElement {
  const format = useFormat();
  const time = view.sums === null || view.sums.turns === 0 ? "" : format.duration(view.sums.workedMs);
  const cost = view.sums === null || view.sums.turns === 0 ? "" : format.cost(view.sums.cost);
  const isRoot = view.depth === 0;
  if (narrow) return <span className="ml-auto flex-none text-11 text-ink-2">{cost}</span>;
  return (
    <span
      className={classNames(
        "ml-auto grid flex-none items-center gap-x-1.5 text-11 whitespace-nowrap text-ink-2",
        isRoot ? "grid-cols-[50px_40px_46px]" : "grid-cols-[40px_50px_40px_46px]",
      )}
    >
      {!isRoot && <LedgerBar share={view.timeShare} />}
      <span className="pr-2 text-right">{isRoot ? <Worked /> : time}</span>
      <LedgerBar share={isRoot ? 0 : view.costShare} />
      <span className="text-right">{cost}</span>
    </span>
  );
}

/** The work of the whole run: that of its goals, and of the run itself between their calls. */
function Worked(): ReactElement {
  const format = useFormat();
  const { worked } = useRunLength();
  return <>{format.duration(worked)}</>;
}

function LedgerBar({ share }: { readonly share: number }): ReactElement {
  return (
    <span aria-hidden="true" className="flex h-[5px] justify-end">
      <span className="h-full rounded-[1px] bg-ink/34" style={{ width: Math.round(share * 40) }} />
    </span>
  );
}

/** The color of a result line. */
export function toneOf({ tone }: Pick<BoxView, "tone">): string {
  if (tone === "failed") return "text-error";
  if (tone === "waiting") return "text-wait";
  return tone === "abandoned" ? "text-ink-3" : "text-ink-2";
}
