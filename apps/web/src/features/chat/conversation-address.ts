"use client";
import { usePathname } from "next/navigation";
import { conversationHref } from "../../lib/conversation-address.ts";

/** Opens a conversation without a server navigation, so the page keeps its list, its stream and any message in flight. */
export function openConversation(workspace: string, id: string | null): void {
  window.history.pushState(null, "", conversationHref(workspace, id));
}

/** Returns the conversation ID in the URL. `initial` is the ID that the server read there. */
export function useConversationId(workspace: string, initial: string | null): string | null {
  const path = usePathname();
  const chat = conversationHref(workspace, null);
  if (!path.startsWith(chat)) return initial;
  const id = path.slice(chat.length + 1).split("/", 1)[0] ?? "";
  return id === "" ? null : decodeURIComponent(id);
}
