"use client";
import { ERASED_TEXT, type Trace } from "@goaltrace/core/log";
import { Eraser, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import { memo } from "react";
import type { ReactElement } from "react";
import type { ErasableMessage } from "../../ui/erase-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Time } from "../../ui/time.tsx";
import type { Turn, TurnItem } from "./chat-turn.ts";
import { MemoryNote } from "./memory-note.tsx";
import { traceHref } from "../../lib/trace-address.ts";
import { PlanLines } from "./plan-lines.tsx";
import { NoteLine, DashedLine } from "./note-line.tsx";
import { Reasoning } from "./reasoning.tsx";
import { ToolGroup } from "./tool-group.tsx";
import { MessageText } from "./message-text.tsx";
import { TurnEnd } from "./turn-end.tsx";

export type TurnViewProps = {
  readonly workspace: string;
  readonly conversationId: string | null;
  readonly turn: Turn;
  /** The items to show: all items, or the last ones of a long turn. */
  readonly items: readonly TurnItem[];
  /** False when the beginning of a long turn is hidden. */
  readonly fromStart: boolean;
  readonly attempts: readonly Trace[];
  /** Whether a budget or limits hold for the run. */
  readonly isLimited: boolean;
  readonly scripted: boolean;
  /** Retries the turn; null when it cannot be retried now. */
  readonly onRetry: (() => void) | null;
  /** Asks whether to erase a message. */
  readonly onErase: (message: ErasableMessage) => void;
  readonly last: boolean;
};

/** A person's message and the work that follows it. */
export const TurnView = memo(function TurnView(props: TurnViewProps): ReactElement {
  const translate = useTranslations("chat.turn");
  const { turn, items, workspace, onErase } = props;
  const { asked, traceId } = turn;
  return (
    <section
      aria-label={translate("label", { text: asked?.text.slice(0, 80) ?? "" })}
      // Skip layout of off-screen turns; the remembered size keeps the scroll bar steady.
      className={
        props.last ? BLEED : `${BLEED} [contain-intrinsic-size:auto_320px] [content-visibility:auto]`
      }
    >
      {props.fromStart && asked !== null && (
        <PersonMessage
          text={asked.text}
          at={asked.at}
          attachments={asked.attachments}
          onErase={() => {
            onErase({ traceId, sequence: turn.firstSequence, text: asked.text });
          }}
        />
      )}
      <div className="mt-4 flex flex-col gap-3">
        {props.fromStart &&
          props.attempts.map((attempt) => (
            <EarlierAttempt key={attempt.id} attempt={attempt} workspace={workspace} />
          ))}
        {items.map((item) => (
          <div key={item.key} className={items.length > LONG_TURN ? OFF_SCREEN : BLEED}>
            <Item item={item} workspace={workspace} traceId={traceId} isLimited={props.isLimited} />
          </div>
        ))}
        <TurnEnd
          workspace={workspace}
          conversationId={props.conversationId}
          turn={turn}
          scripted={props.scripted}
          onRetry={props.onRetry}
          onErase={onErase}
        />
      </div>
    </section>
  );
});

/** In turns with more items, off-screen items are not laid out. */
const LONG_TURN = 60;
// Containment clips at the padding box, so content that extends 16 px past the text edge needs padding.
const BLEED = "-mx-4 px-4";
const OFF_SCREEN = `${BLEED} [contain-intrinsic-size:auto_64px] [content-visibility:auto]`;

/** The person's message. A message in flight has no time yet and cannot be erased. */
export function PersonMessage({
  text,
  at,
  attachments = [],
  onErase = null,
}: {
  readonly text: string;
  readonly at: number | null;
  readonly attachments?: readonly string[];
  readonly onErase?: (() => void) | null;
}): ReactElement {
  const translate = useTranslations("chat.turn");
  return (
    <div className="-mx-4 rounded-md bg-turn px-4 pt-3 pb-4 phone:rounded-none">
      <div className="mb-1 flex h-5 items-center gap-2 text-12 text-ink-2">
        <h2 className="font-semibold text-ink">{translate("person")}</h2>
        {at === null ? <span>{translate("sending")}</span> : <Time at={at} />}
        {onErase !== null && text !== ERASED_TEXT && (
          <IconButton
            label={translate("erase")}
            icon={Eraser}
            size="small"
            className="ml-auto"
            onClick={onErase}
          />
        )}
      </div>
      {text === ERASED_TEXT ? <ErasedText /> : <MessageText text={text} />}
      {attachments.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2 text-12 text-ink-2">
          {attachments.map((name, index) => (
            <li key={index} className="flex items-center gap-1">
              <Icon icon={FileText} size={14} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Item({
  item,
  workspace,
  traceId,
  isLimited,
}: {
  readonly item: TurnItem;
  readonly workspace: string;
  readonly traceId: string;
  readonly isLimited: boolean;
}): ReactElement {
  switch (item.kind) {
    case "reasoning":
      return <Reasoning text={item.text} durationMs={item.durationMs} live={item.live} />;
    case "text":
      return item.text === ERASED_TEXT ? <ErasedText /> : <AnswerText text={item.text} live={item.live} />;
    case "tools":
      return (
        <div className="-mx-4">
          <ToolGroup rows={item.rows} workspace={workspace} traceId={traceId} isLimited={isLimited} />
        </div>
      );
    case "steered":
      return <SteeredMessage text={item.text} at={item.at} />;
    case "plan":
      return (
        <PlanLines
          changes={item.changes}
          hrefOf={(sequence) => traceHref(workspace, traceId, { sequence })}
        />
      );
    case "note":
      if (item.note.type === "memory") return <MemoryNote note={item.note} workspace={workspace} />;
      return <NoteLine note={item.note} href={traceHref(workspace, traceId, { sequence: item.sequence })} />;
  }
}

function SteeredMessage({ text, at }: { readonly text: string; readonly at: number }): ReactElement {
  const translate = useTranslations("chat.turn");
  return (
    <div className="-mx-4 flex items-baseline gap-2 rounded-md bg-turn px-4 py-2 phone:rounded-none">
      <h3 className="flex-none font-semibold">{translate("person")}</h3>
      {text === ERASED_TEXT ? (
        <ErasedText />
      ) : (
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p>
      )}
      <span className="ml-auto flex-none text-12 text-ink-2">
        {translate.rich("steered", { time: () => <Time at={at} /> })}
      </span>
    </div>
  );
}

function ErasedText(): ReactElement {
  return <p className="text-15 text-ink-2 italic">{useTranslations("chat.turn")("erased")}</p>;
}

function AnswerText({ text, live }: { readonly text: string; readonly live: boolean }): ReactElement {
  return (
    <div
      className={
        live
          ? "[&>.prose>:last-child]:after:ml-px [&>.prose>p:last-child]:after:inline-block [&>.prose>p:last-child]:after:h-4 [&>.prose>p:last-child]:after:w-2 [&>.prose>p:last-child]:after:animate-blink [&>.prose>p:last-child]:after:bg-accent [&>.prose>p:last-child]:after:align-text-bottom [&>.prose>p:last-child]:after:content-['']"
          : undefined
      }
    >
      <Markdown text={text} />
    </div>
  );
}

function EarlierAttempt({
  attempt,
  workspace,
}: {
  readonly attempt: Trace;
  readonly workspace: string;
}): ReactElement {
  const translate = useTranslations("chat.turn");
  return (
    <DashedLine>
      {translate("earlierAttempt", { status: attempt.status, reason: attempt.failure?.message ?? "" })}{" "}
      <Link href={traceHref(workspace, attempt.id)} className="link">
        {translate("trace")}
      </Link>
    </DashedLine>
  );
}
