"use client";
import { pathFigures, pausesUntil, tipOf } from "@goaltrace/core/graph";
import type { TimedCall } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useActions, useLog, useView } from "../state/debugger-provider.tsx";
import { useTiming } from "../state/use-timing.ts";
import { callIcon } from "./call-parts.tsx";
import { type CallTimes, useCallTexts } from "./call-words.ts";
import { longestOnPath } from "./longest-on-path.ts";
import type { TimelineFacts } from "./timeline-scene.ts";

const SHOWN = 3;

type PathFacts = Pick<TimelineFacts, "timing" | "tip" | "pauses"> & {
  readonly path: Pick<TimelineFacts["path"], "calls">;
};

type Props = {
  readonly facts: PathFacts;
  readonly className?: string;
};

/**
 * The calls that made the run take this long, wherever they are in the view below: the longest on its critical path. Nothing for a run of a few
 * calls, which are all in view.
 */
export function LongestCalls({ facts, className }: Props): ReactElement | null {
  const translate = useTranslations("trace.timeline");
  const longest = longestOnPath(facts, SHOWN);
  if (longest.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={translate("longest")}
      className={classNames("flex min-w-0 items-center gap-x-2 text-11 text-ink-2", className)}
    >
      <span className="flex-none" title={translate("longestIs")}>
        {translate("longest")}
      </span>
      {longest.map((call) => (
        <LongestCall
          key={call.callId}
          call={call}
          times={{ tip: facts.tip, spareMs: 0, together: 0, pauses: facts.pauses }}
        />
      ))}
    </div>
  );
}

/** The same beside a view that has no analysis of the run. */
export function LongestCallsOfRun({ className }: Pick<Props, "className">): ReactElement | null {
  const model = useLog((log) => log.model);
  const { timing, now } = useTiming();
  // The timing grows in place; the model is another object whenever it has. While the run grows, a pass over its path each second is enough.
  const ended = now === null ? model : null;
  const facts = useMemo((): PathFacts => {
    void ended;
    const tip = tipOf(timing, now);
    return { timing, tip, pauses: pausesUntil(timing, tip), path: pathFigures(timing, tip) };
  }, [timing, ended, now]);
  return <LongestCalls facts={facts} {...(className === undefined ? {} : { className })} />;
}

function LongestCall({ call, times }: { readonly call: TimedCall; readonly times: CallTimes }): ReactElement {
  const { selectSequence } = useActions();
  const selected = useView((view) => view.sequence);
  const { whole, isProblem, spoken } = useCallTexts(call, times);
  return (
    <button
      type="button"
      title={whole}
      aria-pressed={selected === call.sequence}
      onClick={() => {
        selectSequence(call.sequence);
      }}
      className="flex min-w-0 items-center gap-1.5 rounded-sm px-1 py-0.5 hover:bg-ink/6 aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
    >
      <Icon icon={callIcon(call)} size={12} className={isProblem ? "text-error" : "text-ink-3"} />
      <b className="flex-none font-semibold text-ink tabular-nums">{spoken.took}</b>
      <span className="truncate">{whole}</span>
    </button>
  );
}
