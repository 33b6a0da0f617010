"use client";
import { usePathname } from "next/navigation";

/** The address of a conversation; null is a new one. */
export function conversationHref(workspace: string, id: string | null): string {
  const chat = `/w/${encodeURIComponent(workspace)}/chat`;
  return id === null ? chat : `${chat}/${encodeURIComponent(id)}`;
}

/**
 * Goes to a conversation without asking the server for the page again, so that what is on it stays: the list, a stream, a message on
 * its way.
 */
export function openConversation(workspace: string, id: string | null): void {
  window.history.pushState(null, "", conversationHref(workspace, id));
}

/** The conversation in the address; `initial` is what the server read there. */
export function useConversationId(workspace: string, initial: string | null): string | null {
  const path = usePathname();
  const chat = conversationHref(workspace, null);
  if (!path.startsWith(chat)) return initial;
  const id = path.slice(chat.length + 1).split("/", 1)[0] ?? "";
  return id === "" ? null : decodeURIComponent(id);
}

/** The address of a run, at one entry of its log when given. */
export function traceHref(workspace: string, traceId: string, sequence?: number): string {
  const trace = `/w/${encodeURIComponent(workspace)}/traces/${encodeURIComponent(traceId)}`;
  return sequence === undefined ? trace : `${trace}?seq=${sequence}`;
}
