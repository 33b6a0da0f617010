"use client";
import { pausesUntil } from "@goaltrace/core/graph";
import { isTerminal } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { LEAST_WAIT_MS } from "../../../lib/least-wait.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { useRunLength, useTiming } from "../state/use-timing.ts";
import { mainWait } from "../state/wait-sums.ts";

/** How long the run worked, and how long it waited, up to the displayed moment: together the length of the run. */
export function RunLength(): ReactElement {
  const translate = useTranslations("trace.header");
  const format = useFormat();
  const { loaded, isLive } = useLog(({ loaded, trace, isNow }) => ({
    loaded,
    isLive: isNow && !isTerminal(trace.status) ? trace.status : null,
  }));
  const { worked, waited } = useRunLength();
  const text = (ms: number): string => format.duration(isLive === null ? ms : wholeSeconds(ms));
  return (
    // The space is reserved while the log loads, so that nothing next to it moves.
    <div className="flex min-w-40 gap-1 phone:-order-2 phone:min-w-0 phone:flex-none">
      <dt className="text-ink-3 phone:sr-only">{translate("worked")}</dt>
      <dd className={classNames("whitespace-nowrap", isLive === "running" && "text-accent")}>
        {loaded ? text(worked) : "…"}
      </dd>
      {loaded && waited >= LEAST_WAIT_MS && (
        <>
          <dt className="ml-1 text-ink-3">{translate("waited")}</dt>
          <Waited isWaiting={isLive === "waiting"} ms={waited}>
            {text(waited)}
          </Waited>
        </>
      )}
    </div>
  );
}

/** The time that the run waited, and the only or main reason. An ongoing wait for a person has the color of its bands. */
function Waited({
  isWaiting,
  ms,
  children,
}: {
  readonly isWaiting: boolean;
  readonly ms: number;
  readonly children: string;
}): ReactElement {
  const translate = useTranslations("trace.header");
  const reasons = useTranslations("trace.scrubber.waits");
  const { timing, now } = useTiming();
  // An ongoing wait counts up to now: the log ends where it began.
  const pauses = pausesUntil(timing, Math.max(timing.to, now ?? 0));
  // Model calls waited to be sent in the rest of the time.
  const queuedMs = pauses.reduce((rest, { from, to }) => rest - (to - from), ms);
  const main = mainWait(pauses, queuedMs);
  const reason = main === null ? "" : reasons(main.reason);
  return (
    <>
      <dd
        className={classNames(
          "whitespace-nowrap",
          isWaiting && timing.openPause?.reason === "person" && "text-wait",
        )}
      >
        {children}
      </dd>
      {main !== null && (
        <dd className="text-ink-3 phone:hidden">
          {main.isOnly ? reason : translate(main.isMost ? "waitedMostly" : "waitedLongest", { reason })}
        </dd>
      )}
    </>
  );
}

/** A running duration counts in whole seconds, so that its width stays stable. */
function wholeSeconds(ms: number): number {
  return Math.round(ms / 1_000) * 1_000;
}
