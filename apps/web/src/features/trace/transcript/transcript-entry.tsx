"use client";
import { isWithoutCall } from "@goaltrace/core/log";
import type {
  AssistantMessage,
  OutlineEntry,
  OutlineOf,
  ToolMessage,
  UserMessage,
} from "@goaltrace/core/log";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { STATUS_TONES, TONE_TEXT } from "../../../ui/status.ts";
import { entryIcon, useEntryText } from "../parts/entry-kind.tsx";
import { RunningOutput } from "../parts/running-output.tsx";
import { useLog } from "../state/debugger-provider.tsx";
import { entryStatus } from "../table/entry-rows.ts";
import { useClock } from "../parts/use-clock.ts";
import type { Preview } from "./use-previews.ts";

export type TranscriptEntryProps = {
  readonly entry: OutlineEntry;
  /** The content of the entry; undefined while it loads and for entries without content. */
  readonly preview: Preview | undefined;
  readonly selected: boolean;
  readonly hit: boolean;
  /** Whether the full output of a call is shown. */
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onSelect: () => void;
};

/** Output lines of a collapsed call. */
const OUTPUT_LINES = 4;

/** One entry of the transcript. */
export function TranscriptEntry(props: TranscriptEntryProps): ReactElement {
  const { entry, preview } = props;
  const message = preview?.message;
  if (entry.k === "tool")
    return <Call {...props} entry={entry} message={message?.role === "tool" ? message : null} />;
  if (entry.k !== "user" && entry.k !== "assistant") return <Line {...props} />;
  return (
    <MessageBlock {...props}>
      {message?.role === "user" && <UserText message={message} />}
      {message?.role === "assistant" && <AssistantText message={message} />}
      {message === undefined && <Placeholder text={entry.d} />}
    </MessageBlock>
  );
}

function frame({ selected, hit }: Pick<TranscriptEntryProps, "selected" | "hit">): string {
  return classNames(
    "group relative",
    selected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-ink/3",
    hit && !selected && "bg-ink/6",
  );
}

/** The figures of the call that returned a message: its own, or those of the helper call whose answer it is. */
function CallFigures({ entry }: { readonly entry: OutlineOf<"assistant"> }): ReactElement {
  const format = useFormat();
  const turn = useLog(({ model }) =>
    isWithoutCall(entry)
      ? (model.graph.edges.get(entry.g)?.turns.find(({ sequence }) => sequence === entry.q) ?? null)
      : null,
  );
  return (
    <>
      <span>{format.tokens(turn === null ? entry.i + entry.o : turn.inputTokens + turn.outputTokens)}</span>
      <span>{format.cost(turn === null ? entry.c : turn.cost)}</span>
      <span>{format.duration(turn === null ? entry.m : turn.durationMs)}</span>
    </>
  );
}

/** A message from a person or the model. */
function MessageBlock(props: TranscriptEntryProps & { readonly children: ReactNode }): ReactElement {
  const { entry, children, selected, onSelect } = props;
  const entryText = useEntryText();
  return (
    <article
      onClick={onSelect}
      className={classNames("px-4 py-3", frame(props), entry.k === "user" && !selected && "bg-turn")}
    >
      <EntryHead {...props}>
        <Icon icon={entryIcon(entry)} size={14} className="text-ink-2" />
        <span className="font-semibold text-ink">{entryText.kind(entry)}</span>
        {entry.k === "assistant" && (
          <span className="ml-auto flex gap-3 text-ink-3">
            <CallFigures entry={entry} />
          </span>
        )}
      </EntryHead>
      <div className="max-w-160 pl-5.5 text-13 [overflow-wrap:anywhere]">{children}</div>
      {props.preview?.cut === true && <CutNote />}
    </article>
  );
}

/** The number and time of an entry. The number selects it. */
function EntryHead({
  entry,
  selected,
  onSelect,
  children,
}: TranscriptEntryProps & { readonly children: ReactNode }): ReactElement {
  const translate = useTranslations("trace.transcript");
  const clock = useClock();
  const format = useFormat();
  return (
    <header className="mb-1 flex items-center gap-2 text-11 text-ink-3">
      {children}
      <span title={format.momentFully(entry.t)} className={entry.k === "assistant" ? "" : "ml-auto"}>
        {clock(entry.t)}
      </span>
      <button
        type="button"
        aria-current={selected ? "true" : undefined}
        aria-label={translate("inspect", { name: `#${entry.q}` })}
        onClick={(event) => {
          event.stopPropagation();
          onSelect();
        }}
        className="min-w-9 text-right hover:text-ink phone:h-11"
      >
        #{entry.q}
      </button>
    </header>
  );
}

function UserText({ message }: { readonly message: UserMessage }): ReactElement {
  return (
    <>
      {message.parts.map((part, index) =>
        part.type === "text" ? (
          <Markdown key={index} text={part.text} size="interface" />
        ) : (
          <p key={index} className="text-12 text-ink-2">
            {part.type === "file" ? `${part.name} · ${part.mediaType}` : part.mediaType}
          </p>
        ),
      )}
    </>
  );
}

function AssistantText({ message }: { readonly message: AssistantMessage }): ReactElement {
  const translate = useTranslations("trace.transcript");
  const names = message.toolCalls.map((call) => call.name).join(", ");
  return (
    <>
      {message.reasoning !== "" && (
        <details
          className="mb-2"
          onClick={(event) => {
            event.stopPropagation();
          }}
        >
          <summary className="text-12 text-ink-2">{translate("reasoning")}</summary>
          <Markdown text={message.reasoning} size="interface" className="mt-1 text-ink-2" />
        </details>
      )}
      {message.text !== "" && <Markdown text={message.text} size="interface" />}
      {message.text === "" && names !== "" && (
        <p className="text-12 text-ink-2">{translate("onlyCalls", { names })}</p>
      )}
      {message.toolCalls.map((call) => (
        <div key={call.id} className="pt-2 empty:hidden">
          <RunningOutput call={call} />
        </div>
      ))}
    </>
  );
}

/** A placeholder for loading content, with the text known so far. */
function Placeholder({ text }: { readonly text: string }): ReactElement {
  return <p className="truncate text-ink-2">{text}</p>;
}

type CallProps = TranscriptEntryProps & {
  readonly entry: Extract<OutlineEntry, { k: "tool" }>;
  readonly message: ToolMessage | null;
};

/** A tool call as a row, with the start of its output. */
function Call(props: CallProps): ReactElement {
  const { entry, message, open, selected, onSelect, onToggle } = props;
  const translate = useTranslations("trace.transcript");
  const outcome = useTranslations("trace.outcome");
  const format = useFormat();
  const lines = (message?.output ?? "").trimEnd().split("\n");
  const more = lines.length > OUTPUT_LINES;
  const status = entryStatus(entry) ?? "completed";
  return (
    <article className={frame(props)}>
      <div className="flex h-7 items-center gap-2 pr-4 pl-5 phone:h-11">
        <IconButton
          label={translate(open ? "foldOutput" : "openOutput", { name: `${entry.name} #${entry.q}` })}
          icon={ChevronRight}
          size="small"
          aria-expanded={open}
          onClick={onToggle}
          className={classNames("-ml-1 transition-transform", open && "rotate-90")}
        />
        <button
          type="button"
          aria-current={selected ? "true" : undefined}
          onClick={onSelect}
          className="flex h-full min-w-0 flex-1 items-center gap-2 text-left text-12 -outline-offset-2"
        >
          <Icon icon={entryIcon(entry)} size={14} className="text-ink-2" />
          <span className="flex-none font-mono text-11">{entry.name}</span>
          <span className="min-w-0 flex-1 truncate text-11 text-ink-2">{entry.d}</span>
          {entry.s !== "ok" && (
            <span
              className={classNames(
                "flex max-w-1/2 flex-none items-center gap-1 text-11",
                TONE_TEXT[STATUS_TONES[status]],
              )}
            >
              <StatusGlyph status={status} size={12} decorative />
              {entry.r ?? outcome(entry.s)}
            </span>
          )}
          <span className="min-w-11 flex-none text-right text-11 text-ink-3">{format.duration(entry.m)}</span>
          <span className="min-w-9 flex-none text-right text-11 text-ink-3">#{entry.q}</span>
        </button>
      </div>
      {message !== null && message.output !== "" && (
        <div className="pr-4 pb-2 pl-11">
          <pre className="rounded-sm bg-sunken px-2 py-1 font-mono text-11 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
            {(open ? lines : lines.slice(0, OUTPUT_LINES)).join("\n")}
          </pre>
          {more && !open && (
            <p className="pt-1 text-11 text-ink-3">
              {translate("moreLines", { count: lines.length - OUTPUT_LINES })}
            </p>
          )}
          {open && props.preview?.cut === true && <CutNote />}
        </div>
      )}
    </article>
  );
}

function CutNote(): ReactElement {
  const translate = useTranslations("trace.transcript");
  return <p className="pt-1 text-11 text-ink-3">{translate("cut")}</p>;
}

/** Any other event, on one line. */
function Line(props: TranscriptEntryProps): ReactElement {
  const { entry, selected, onSelect } = props;
  const entryText = useEntryText();
  const status = entryStatus(entry);
  const clock = useClock();
  return (
    <button
      type="button"
      aria-current={selected ? "true" : undefined}
      onClick={onSelect}
      className={classNames(
        "flex min-h-7 w-full items-center gap-2 px-4 py-1 text-left text-11 text-ink-2 -outline-offset-2 phone:min-h-11",
        frame(props),
      )}
    >
      <Icon icon={entryIcon(entry)} size={14} className={lineTone(entry, status === "failed")} />
      <span className="flex-none">{entryText.kind(entry)}</span>
      <span
        className={classNames("min-w-0 flex-1 truncate", status === "failed" ? "text-error" : "text-ink-3")}
      >
        {entryText.description(entry)}
      </span>
      <span className="flex-none text-ink-3">{clock(entry.t)}</span>
      <span className="min-w-9 flex-none text-right text-ink-3">#{entry.q}</span>
    </button>
  );
}

function lineTone(entry: OutlineEntry, failed: boolean): string {
  if (failed) return "text-error";
  return entry.k === "loop" || entry.k === "limit" ? "text-warn" : "text-ink-2";
}
