"use client";
import { useMemo } from "react";
import { readSessionText, useSessionText, writeSessionText } from "./session-text.ts";
import { parseJson } from "@goaltrace/core/parse-json";

/** A message written while a run was active, to be sent as the next turn. */
export type QueuedMessage = { readonly id: string; readonly text: string };

/** The messages that wait for a run to end, in sending order. */
export type MessageQueue = {
  readonly messages: readonly QueuedMessage[];
  readonly add: (text: string) => void;
  readonly remove: (id: string) => void;
  /** Removes a message before it is sent. Returns false when another view already removed it. */
  readonly take: (id: string) => boolean;
  /** Puts a message back at the front after sending failed. */
  readonly putBack: (message: QueuedMessage) => void;
};

/** Returns the queue of one conversation. It survives reloads and belongs to this tab, so two tabs never send the same message. */
export function useMessageQueue(conversationId: string | null): MessageQueue {
  const key = `chat.queue.${conversationId ?? ""}`;
  const [stored] = useSessionText(key);
  return useMemo(() => {
    const change = (next: (messages: readonly QueuedMessage[]) => readonly QueuedMessage[]): void => {
      const messages = next(parseQueue(readSessionText(key)));
      writeSessionText(key, messages.length === 0 ? "" : JSON.stringify(messages));
    };
    const remove = (id: string): void => {
      change((messages) => messages.filter((message) => message.id !== id));
    };
    return {
      messages: parseQueue(stored),
      add: (text) => {
        change((messages) => [...messages, { id: crypto.randomUUID(), text }]);
      },
      remove,
      take: (id) => {
        const isQueuedHere = parseQueue(readSessionText(key)).some((message) => message.id === id);
        if (isQueuedHere) remove(id);
        return isQueuedHere;
      },
      putBack: (message) => {
        change((messages) => [message, ...messages]);
      },
    };
  }, [key, stored]);
}

/** Parses a stored queue. Invalid input yields an empty queue. */
export function parseQueue(stored: string): readonly QueuedMessage[] {
  if (stored === "") return [];
  try {
    const parsed: unknown = parseJson(stored);
    return Array.isArray(parsed) ? parsed.filter(isQueued) : [];
  } catch {
    return [];
  }
}

function isQueued(value: unknown): value is QueuedMessage {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "text" in value &&
    typeof value.text === "string"
  );
}
