"use client";
import type { OutlineEntry } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import type { Direction } from "../state/selection-moves.ts";
import { entryAt, hasEnded } from "../state/trace-model.ts";
import { useClock } from "../parts/use-clock.ts";
import { StepButtons } from "./step-buttons.tsx";
import type { Step } from "./step-buttons.tsx";
import { SCRUBBER_LANES } from "./scrubber-lanes.ts";
import { stepMoment } from "./step-units.ts";
import type { StepUnit } from "./step-units.ts";
import type { Playback } from "./use-playback.ts";

export type ScrubberControlsProps = {
  readonly playback: Playback;
  readonly entries: readonly OutlineEntry[];
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onFollow: () => void;
};

/** The moment that each step leads to; null for the present or an unavailable step. */
type Targets = Readonly<Record<Step, number | null>>;

/** The controls of the scrubber: step and play buttons, the displayed moment, and a button to return to the present. */
export function ScrubberControls({
  playback,
  entries,
  folded,
  onFold,
  onFollow,
}: ScrubberControlsProps): ReactElement {
  const view = useView(({ moment }) => ({ moment }));
  const { showMoment } = useActions();
  const [unit, setUnit] = useState<StepUnit>("message");
  const target = (direction: Direction): number | null =>
    stepMoment(entries, view.moment, { unit, direction });
  const first = entries[0]?.q ?? null;
  const targets: Targets = {
    first,
    back: target(-1),
    on: view.moment === null ? null : target(1),
    last: null,
  };
  const latest = useRef(targets);
  useEffect(() => {
    latest.current = targets;
  });
  const { stop } = playback;
  const goTo = useCallback(
    (step: Step) => {
      stop();
      showMoment(latest.current[step]);
    },
    [stop, showMoment],
  );
  return (
    <div
      className={classNames(
        "relative flex border-r border-line p-2",
        folded ? "flex-row items-center gap-2" : "flex-col gap-1",
      )}
    >
      <div className="flex items-center">
        <StepButtons
          playback={playback}
          canPlay={entries.length > 0}
          canGoToStart={first !== null && view.moment !== first}
          canStepBack={targets.back !== null}
          canStepForward={view.moment !== null}
          onStep={goTo}
          unit={unit}
          onUnit={setUnit}
          folded={folded}
          onFold={onFold}
        />
        <span className="ml-auto" />
        {!folded && <LiveChip onFollow={onFollow} />}
      </div>
      <Position folded={folded} />
      {folded && (
        <>
          <span className="ml-auto" />
          <LiveChip onFollow={onFollow} />
          <BackToEnd />
        </>
      )}
      {!folded && <LaneNames />}
    </div>
  );
}

/** A tall lane has its name at its bottom, below the chip of a live run. */
const NAME_HEIGHT = 16;

/** The names of the scrubber's lanes. */
function LaneNames(): ReactElement {
  const translate = useTranslations("trace.scrubber.lanes");
  return (
    <>
      {SCRUBBER_LANES.map((lane) => (
        <span
          key={lane.kind}
          className="absolute right-3 text-11 leading-4 text-ink-3"
          style={{ top: lane.top + Math.max(lane.height / 2 - 8, lane.height - NAME_HEIGHT) }}
        >
          {translate(lane.kind)}
        </span>
      ))}
    </>
  );
}

function Position({ folded }: Pick<ScrubberControlsProps, "folded">): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const format = useFormat();
  const clock = useClock();
  const moment = useView((view) => view.moment);
  const fullModel = useLog((log) => log.fullModel);
  const last = fullModel.entries.at(-1);
  const here = moment === null ? last : (entryAt(fullModel.entries, moment) ?? fullModel.entries[0]);
  return (
    <div className={classNames("flex px-1 text-11 text-ink-2", folded ? "items-center gap-2" : "flex-col")}>
      <span className="flex items-center gap-1 whitespace-nowrap">
        <SequenceField sequence={here?.q ?? 0} last={last?.q ?? 0} />
        {translate("of", { last: format.count(last?.q ?? 0) })}
      </span>
      {here && (
        <time dateTime={new Date(here.t).toISOString()} title={format.momentFully(here.t)}>
          {clock(here.t)}
        </time>
      )}
      {!folded && <BackToEnd />}
    </div>
  );
}

/** The number of the displayed entry. Typing another one and Enter goes there. */
function SequenceField({
  sequence,
  last,
}: {
  readonly sequence: number;
  readonly last: number;
}): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const { showMoment } = useActions();
  /** Null while nothing is typed: the number follows the run. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? `#${sequence}`;
  return (
    <input
      aria-label={translate("goTo", { last })}
      value={text}
      inputMode="numeric"
      size={Math.max(4, String(last).length + 1)}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
      onFocus={(event) => {
        event.target.select();
      }}
      onBlur={() => {
        setTyped(null);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") event.currentTarget.blur();
        if (event.key !== "Enter") return;
        const wanted = Number(text.replace("#", "").trim());
        if (Number.isInteger(wanted) && wanted >= 1) showMoment(wanted >= last ? null : wanted);
        event.currentTarget.blur();
      }}
      className="h-5 rounded-sm border border-field bg-raised px-1 text-12 font-semibold text-ink tabular-nums pointer-coarse:h-11"
    />
  );
}

/** A toggle that keeps the newest entry visible. Shown while the run is active and the present is displayed. */
function LiveChip({ onFollow }: Pick<ScrubberControlsProps, "onFollow">): ReactElement | null {
  const translate = useTranslations("trace.scrubber");
  const view = useView(({ moment }) => ({ moment }));
  const fullModel = useLog((log) => log.fullModel);
  if (view.moment !== null || hasEnded(fullModel.entries)) return null;
  return (
    <button
      type="button"
      onClick={onFollow}
      className="flex h-5 flex-none items-center gap-1 rounded-full bg-accent-soft px-2 text-11 text-accent"
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
      {translate("live")}
    </button>
  );
}

/** A button that returns to the present. Shown while an earlier moment is displayed. */
function BackToEnd(): ReactElement | null {
  const translate = useTranslations("trace.scrubber");
  const view = useView(({ moment }) => ({ moment }));
  const fullModel = useLog((log) => log.fullModel);
  const { showMoment } = useActions();
  if (view.moment === null) return null;
  return (
    <button
      type="button"
      onClick={() => {
        showMoment(null);
      }}
      className="mt-0.5 h-5 flex-none self-start rounded-full border border-line-strong px-2 text-11 whitespace-nowrap text-ink hover:border-ink-3"
    >
      {translate(hasEnded(fullModel.entries) ? "backToEnd" : "backToLive")}
    </button>
  );
}
