"use client";
import { useEffect, useRef } from "react";
import { useMessageQueue } from "./queue.ts";
import type { QueuedMessage } from "./queue.ts";
import type { Chat } from "./use-chat.ts";
import type { RunChoices } from "./use-run-choices.ts";
import type { Send } from "./use-send.ts";

/** The queue and its actions. */
export type Queue = {
  readonly messages: readonly QueuedMessage[];
  readonly add: (text: string) => void;
  readonly remove: (id: string) => void;
  /** Null while messages are sent automatically. After a run that did not complete, the person decides. */
  readonly sendNow: ((message: QueuedMessage) => void) | null;
};

/** Sends queued messages one by one, each after the run before it completed. */
export function useQueue(
  conversationId: string | null,
  { chat, send, choices }: { readonly chat: Chat; readonly send: Send; readonly choices: RunChoices },
): Queue {
  const queue = useMessageQueue(conversationId);
  const next = queue.messages[0];
  const idle =
    conversationId !== null &&
    chat.status === "success" &&
    !chat.busy &&
    send.sending === null &&
    !send.retrying;
  const sendOne = async (message: QueuedMessage): Promise<void> => {
    if (!queue.take(message.id)) return;
    const sent = await send.start({ text: message.text, model: choices.model, folderId: choices.folderId });
    if (!sent) queue.putBack(message);
  };
  const latest = useRef(sendOne);
  useEffect(() => {
    latest.current = sendOne;
  });
  const due = idle && chat.trace?.status === "completed" && send.error === null && choices.loaded;
  useEffect(() => {
    if (due && next !== undefined) void latest.current(next);
  }, [due, next]);
  return {
    messages: queue.messages,
    add: queue.add,
    remove: queue.remove,
    sendNow: idle && !due ? (message) => void sendOne(message) : null,
  };
}
