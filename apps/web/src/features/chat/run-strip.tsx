"use client";
import { phaseOf, type RunPhase, type Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { waitValues } from "../../lib/call-wait.ts";
import { useFormat } from "../../lib/use-format.ts";
import { LiveDot } from "../../ui/badge.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Distance } from "../../ui/time.tsx";
import { WaitingNote } from "../../ui/waiting-note.tsx";
import type { Turn } from "./chat-turn.ts";

type StripProps = { readonly trace: Trace; readonly turn: Turn | null };

/** The current activity of the run, and since when it runs, waits or is queued. */
export function RunStrip({ trace, turn }: StripProps): ReactElement {
  const translate = useTranslations("chat.strip");
  const format = useFormat();
  const phase = phaseOf({ ...trace, calls: trace.totals.modelCalls + trace.totals.toolCalls });
  const startedAt = trace.startedAt ?? trace.createdAt;
  // A run that waits has nothing to log but the wait, until it is over.
  const at = trace.status === "waiting" && turn?.length.isWaiting === true ? turn.length.to : startedAt;
  const since = format.moment(at);
  const strong = (text: ReactNode): ReactElement => (
    <b className={trace.status === "waiting" ? "text-wait" : "text-accent"}>{text}</b>
  );
  return (
    <>
      <div className="flex h-9 items-center gap-2 border-b border-line px-4 text-12 text-ink-2">
        {trace.status === "running" ? <LiveDot /> : <StatusGlyph status={trace.status} decorative />}
        <span className="truncate" title={format.momentFully(at)}>
          {trace.status === "running"
            ? translate.rich("running", {
                since,
                step: turn?.step ?? 0,
                doing: phase ?? "none",
                detail: detailOf(phase, turn),
                ...waitValues(turn?.live?.wait ?? null),
                strong,
              })
            : translate.rich(trace.status === "waiting" ? "waiting" : "queued", {
                ...{ since, strong, elapsed: () => <Distance since={at} /> },
                for: trace.waitingFor === "children" ? "children" : "other",
              })}
        </span>
      </div>
      <div role="status" className="empty:hidden">
        <WaitingNote trace={trace} className="rounded-none border-b border-line px-4" />
      </div>
    </>
  );
}

type Detail = "writing" | "thinking" | "calling" | "tools" | "compacting" | "endpoint" | "quota" | "none";

/** Returns the state of the model call in progress, which is more precise than the phase only during a step. */
function detailOf(phase: RunPhase | null, turn: Turn | null): Detail {
  if (turn?.compacting) return "compacting";
  if (turn?.live?.wait != null) return turn.live.wait.kind;
  if (phase !== "executing") return "none";
  if (turn?.live?.callingTool) return "calling";
  if (turn?.live?.text) return "writing";
  if (turn?.live) return "thinking";
  return turn?.items.at(-1)?.kind === "tools" ? "tools" : "none";
}
