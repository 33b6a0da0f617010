"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { writeSessionText } from "../../lib/session-text.ts";

const PARAMETER = "draft";

/** Returns the storage key of the agent that someone chose for a conversation, or for a new one. */
export function agentKey(workspace: string, conversationId: string | null): string {
  return `chat.agent.${workspace}.${conversationId ?? ""}`;
}

/** Returns the storage key of the folder that someone chose for a conversation, or for a new one. */
export function folderKey(workspace: string, conversationId: string | null): string {
  return `chat.folder.${workspace}.${conversationId ?? ""}`;
}

/** Returns the storage key of an unsent message; null for a new conversation. */
export function draftKey(workspace: string, conversationId: string | null): string {
  return `chat.draft.${workspace}.${conversationId ?? ""}`;
}

/**
 * Moves the text of `?draft=` from the URL into the message field, and chooses the agent of `?agent=` and the folder of `?folder=`. The person
 * still decides whether to send it.
 */
export function useDraftFromAddress(workspace: string, conversationId: string | null): void {
  const path = usePathname();
  const parameters = useSearchParams();
  const [draft, agent, folder] = [PARAMETER, "agent", "folder"].map((name) => parameters.get(name));
  useEffect(() => {
    if (draft == null && agent == null) return;
    if (draft != null) writeSessionText(draftKey(workspace, conversationId), draft);
    if (agent != null) writeSessionText(agentKey(workspace, conversationId), agent);
    if (agent != null && folder != null) writeSessionText(folderKey(workspace, conversationId), folder);
    window.history.replaceState(null, "", path);
    document.querySelector<HTMLElement>("#content textarea")?.focus();
  }, [draft, agent, folder, path, workspace, conversationId]);
}
