"use client";
import { Pencil, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import type { Queue, QueuedMessage } from "./use-queue.ts";

export type QueuedMessagesProps = { readonly queue: Pick<Queue, "messages" | "edit" | "remove" | "sendNow"> };

/** The messages that wait for the run to complete. Their authors can change them until they are sent. */
export function QueuedMessages({ queue }: QueuedMessagesProps): ReactElement | null {
  const translate = useTranslations("chat.queue");
  const [editing, setEditing] = useState<string | null>(null);
  const { messages, sendNow } = queue;
  if (messages.length === 0) return null;
  return (
    <section aria-label={translate("title")} className="border-b border-line px-4 py-2 text-12">
      <h3 className="text-11 text-ink-2">{translate(sendNow === null ? "waiting" : "held")}</h3>
      <ul className="max-h-33 overflow-y-auto">
        {messages.map((message, index) => (
          <li key={message.id} className="min-h-7">
            {message.id === editing ? (
              <TextInput
                text={message.text}
                onDone={(text) => {
                  setEditing(null);
                  if (text !== null) queue.edit(message.id, text);
                }}
              />
            ) : (
              <Row
                message={message}
                onSend={
                  sendNow !== null && index === 0
                    ? () => {
                        sendNow(message.id);
                      }
                    : null
                }
                onEdit={() => {
                  setEditing(message.id);
                }}
                onRemove={() => {
                  queue.remove(message.id);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type RowProps = {
  readonly message: QueuedMessage;
  readonly onSend: (() => void) | null;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function Row({ message, onSend, onEdit, onRemove }: RowProps): ReactElement {
  const translate = useTranslations("chat.queue");
  const { text, isMine, mayRemove, person, problem, state } = message;
  const isOpen = state !== "starting";
  return (
    <>
      <div className="flex min-h-7 items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-13" title={text}>
          {!isMine && <span className="text-ink-2">{translate("by", { name: person.name })} </span>}
          {text}
        </span>
        {!isOpen && <span className="text-11 text-ink-2">{translate("starting")}</span>}
        {isOpen && mayRemove && onSend !== null && (
          <Button variant="ghost" onClick={onSend}>
            {translate("send")}
          </Button>
        )}
        {isOpen && isMine && (
          <IconButton label={translate("edit")} icon={Pencil} size="small" onClick={onEdit} />
        )}
        {isOpen && mayRemove && (
          <IconButton label={translate("remove")} icon={X} size="small" onClick={onRemove} />
        )}
      </div>
      {problem !== null && <p className="text-11 text-error">{problem}</p>}
    </>
  );
}

/** Enter and leaving the field save, Escape keeps the old text. */
function TextInput({
  text,
  onDone,
}: {
  readonly text: string;
  /** Called once, with the new text or null when it is unchanged. */
  readonly onDone: (text: string | null) => void;
}): ReactElement {
  const translate = useTranslations("chat.queue");
  const isDone = useRef(false);
  const finish = (next: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(next === null || next.trim() === "" || next.trim() === text ? null : next.trim());
  };
  return (
    <Input
      autoFocus
      aria-label={translate("newText")}
      defaultValue={text}
      onBlur={(event) => {
        finish(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value);
        if (event.key !== "Escape") return;
        event.stopPropagation();
        finish(null);
      }}
    />
  );
}
