"use client";
import { endOf, piecesOf, workIn } from "@goaltrace/core/graph";
import type { Pause, TimedCall } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LEAST_WAIT_MS } from "../../../lib/least-wait.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useClock } from "../parts/use-clock.ts";

/** Spare time that is worth mentioning, in milliseconds. */
const MIN_SPARE_MS = 2_000;

type CallWords = {
  /** The work of a call in one line. */
  readonly name: (call: TimedCall) => string;
  /** The label beside the bar of a call: how long it took, what it waited for, why it failed, and its spare time. */
  readonly label: (call: TimedCall, times: CallTimes) => string;
};

/** The moment and the pauses on which the times of a call depend. */
export type CallTimes = {
  readonly tip: number;
  /** The time that it could have taken longer. */
  readonly spareMs: number;
  /** How many calls ran at the same time as it, if it is the first of them, itself included; 0 otherwise. */
  readonly together: number;
  /** The pauses of its run, which are not work: a call waits for its sub-agents while it runs. */
  readonly pauses: readonly Pause[];
};

/** Returns the words for calls in the person's language. */
function useCallWords(): CallWords {
  const translate = useTranslations("trace.timeline");
  const format = useFormat();
  return useMemo(() => {
    const label: CallWords["label"] = (call, { tip, spareMs, together, pauses }) => {
      const sums = { wait: 0, backoff: 0, queue: 0, work: 0 };
      for (const { kind, from, to } of piecesOf(call, tip)) {
        const part = kind === "wait" || kind === "backoff" || kind === "queue" ? kind : "work";
        sums[part] += part === "work" ? workIn({ from, to }, pauses) : to - from;
      }
      const worked = format.duration(sums.work + sums.backoff);
      const parts = [
        sums.wait > 0 ? translate("waitedForYou", { wait: format.duration(sums.wait), worked }) : worked,
      ];
      if (together > 1) parts.push(translate("together", { count: together }));
      if (call.outcome === "error") parts.push(call.reason || translate("failed"));
      if (call.outcome === "denied") parts.push(call.reason || translate("denied"));
      if (call.failedAttempts > 0)
        parts.push(
          sums.backoff >= LEAST_WAIT_MS
            ? translate("retried", { count: call.failedAttempts, wait: format.duration(sums.backoff) })
            : translate("retriedAtOnce", { count: call.failedAttempts }),
        );
      if (sums.queue > 0) parts.push(translate("queued", { wait: format.duration(sums.queue) }));
      if (spareMs >= MIN_SPARE_MS) parts.push(translate("spare", { spare: format.duration(spareMs) }));
      return parts.join(" · ");
    };
    return {
      label,
      name: (call) => {
        if (call.kind === "compaction")
          return call.change === null
            ? translate("compacting")
            : translate("compacted", {
                before: format.tokens(call.change.before),
                after: format.tokens(call.change.after),
              });
        if (call.text !== "") return call.text;
        if (call.kind === "helper") return translate("helper", { purpose: call.name });
        if (call.kind !== "model") return "";
        if (call.to === null) return translate("answering");
        return translate(call.outcome === "error" ? "noAnswer" : "noWords");
      },
    };
  }, [translate, format]);
}

/** The texts of the row of a call. `whole` is the name with the tool, `label` is beside its bar. */
type CallTexts = {
  readonly name: string;
  readonly whole: string;
  readonly label: string;
  readonly isProblem: boolean;
  /** For the accessible label of the row: its outcome, duration and start in words. */
  readonly spoken: {
    readonly name: string;
    readonly outcome: string;
    readonly took: string;
    readonly time: string;
  };
};

/** Returns the texts of a call. */
export function useCallTexts(call: TimedCall, times: CallTimes): CallTexts {
  const words = useCallWords();
  const status = useTranslations("trace.timeline.outcome");
  const format = useFormat();
  const clock = useClock();
  const name = words.name(call);
  const whole = [call.kind === "tool" ? call.name : "", name].filter((part) => part !== "").join(" ");
  return {
    ...{ name, whole, label: words.label(call, times) },
    isProblem: call.outcome === "error" || call.outcome === "denied",
    spoken: {
      ...{ name: whole, outcome: status(call.outcome), time: clock(call.runFrom) },
      took: format.duration(tookMs(call, times)),
    },
  };
}

/** Returns how long a call worked, in milliseconds. */
function tookMs(call: TimedCall, { tip, pauses }: CallTimes): number {
  return workIn({ from: call.runFrom, to: endOf(call, tip) }, pauses);
}
