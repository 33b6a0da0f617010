"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { writeSessionText } from "./session-text.ts";

const PARAMETER = "draft";

/** Where the text of a message that was not sent yet is remembered; null is a new conversation. */
export function draftKey(workspace: string, conversationId: string | null): string {
  return `chat.draft.${workspace}.${conversationId ?? ""}`;
}

/** Puts the text of `?draft=` into the message field, where the person still decides whether to send it, and out of the address. */
export function useDraftFromAddress(workspace: string, conversationId: string | null): void {
  const path = usePathname();
  const draft = useSearchParams().get(PARAMETER);
  useEffect(() => {
    if (draft === null) return;
    writeSessionText(draftKey(workspace, conversationId), draft);
    window.history.replaceState(null, "", path);
    document.querySelector<HTMLElement>("#content textarea")?.focus();
  }, [draft, path, workspace, conversationId]);
}
