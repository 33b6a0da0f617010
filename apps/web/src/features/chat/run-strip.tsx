"use client";
import type { Trace } from "@goaltrace/core/log";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { LiveDot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { WaitingNote } from "../../ui/waiting-note.tsx";
import type { Turn } from "./chat-turn.ts";
import type { QueuedMessage } from "./queue.ts";

type StripProps = { readonly trace: Trace; readonly turn: Turn | null };

/** The current activity of the run and its start time. */
export function RunStrip({ trace, turn }: StripProps): ReactElement {
  const translate = useTranslations("chat.strip");
  const format = useFormat();
  const since = format.moment(trace.startedAt ?? trace.createdAt);
  const strong = (text: ReactNode): ReactElement => (
    <b className={trace.status === "waiting" ? "text-wait" : "text-accent"}>{text}</b>
  );
  return (
    <>
      <div className="flex h-9 items-center gap-2 border-b border-line px-4 text-12 text-ink-2">
        {trace.status === "running" ? <LiveDot /> : <StatusGlyph status={trace.status} decorative />}
        <span className="truncate" title={format.momentFully(trace.startedAt ?? trace.createdAt)}>
          {trace.status === "running"
            ? translate.rich("running", {
                since,
                step: turn?.step ?? 0,
                doing: currentActivity(turn),
                strong,
              })
            : translate.rich(trace.status === "waiting" ? "waiting" : "queued", { since, strong })}
        </span>
      </div>
      <div role="status" className="empty:hidden">
        <WaitingNote trace={trace} className="rounded-none border-b border-line px-4" />
      </div>
    </>
  );
}

function currentActivity(
  turn: Turn | null,
): "writing" | "thinking" | "calling" | "tools" | "compacting" | "starting" {
  if (turn?.compacting) return "compacting";
  if (turn?.live?.callingTool) return "calling";
  if (turn?.live?.text) return "writing";
  if (turn?.live) return "thinking";
  const last = turn?.items.at(-1);
  return last?.kind === "tools" ? "tools" : "starting";
}

type QueueProps = {
  readonly messages: readonly QueuedMessage[];
  /** Sends a message now; null while a run is active and messages are sent automatically. */
  readonly onSend: ((message: QueuedMessage) => void) | null;
  readonly onRemove: (id: string) => void;
};

/** The messages that wait for the run to end. */
export function QueuedMessages({ messages, onSend, onRemove }: QueueProps): ReactElement | null {
  const translate = useTranslations("chat.queue");
  if (messages.length === 0) return null;
  return (
    <section aria-label={translate("title")} className="border-b border-line px-4 py-2 text-12">
      <h3 className="text-11 text-ink-2">{translate(onSend === null ? "waiting" : "held")}</h3>
      <ul className="max-h-33 overflow-y-auto">
        {messages.map((message, index) => (
          <li key={message.id} className="flex min-h-7 items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-13" title={message.text}>
              {message.text}
            </span>
            {onSend !== null && index === 0 && (
              <Button
                variant="ghost"
                onClick={() => {
                  onSend(message);
                }}
              >
                {translate("send")}
              </Button>
            )}
            <IconButton
              label={translate("remove")}
              icon={X}
              size="small"
              onClick={() => {
                onRemove(message.id);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
