"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { writeSessionText } from "./session-text.ts";

const PARAMETER = "draft";

/** Returns the storage key of an unsent message; null for a new conversation. */
export function draftKey(workspace: string, conversationId: string | null): string {
  return `chat.draft.${workspace}.${conversationId ?? ""}`;
}

/** Moves the text of `?draft=` from the URL into the message field. The person still decides whether to send it. */
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
