"use client";
import { useRef } from "react";

/** Names the text that is being sent, so that the server delivers it once even if it is sent again after a lost answer. */
export type MessageId = {
  /** Returns the id of this text: the same one until it was accepted or another text is sent. */
  readonly of: (text: string) => string;
  readonly accepted: () => void;
};

const ID_BYTES = 16;

/** Returns the ids of the texts of one composer. */
export function useMessageId(): MessageId {
  const sending = useRef<{ readonly text: string; readonly id: string } | null>(null);
  return {
    of: (text) => {
      if (sending.current?.text !== text) sending.current = { text, id: newId() };
      return sending.current.id;
    },
    accepted: () => {
      sending.current = null;
    },
  };
}

/** `crypto.randomUUID` exists on secure pages only, and a server in the local network often has none. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
