"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { type ChosenTools, readChoice, writeChoice } from "./server-choice.ts";
import { useSessionText } from "../../lib/session-text.ts";

/** The tools of MCP servers that the runs of a conversation may use. */
export type ChatServers = {
  readonly chosen: ChosenTools;
  /** The failure of the last change; null for none. */
  readonly error: unknown;
  readonly choose: (chosen: ChosenTools) => void;
  /** Resolves when all choices so far are stored; rejects if storing the last one fails. A run that starts earlier uses an older choice. */
  readonly stored: () => Promise<void>;
  /** The choice of a new conversation is stored with the conversation; then this tab need not keep it. */
  readonly forget: () => void;
};

/** Returns the choice of a conversation, which later runs use. Before the first message, this tab keeps it, and `send.start` stores it. */
export function useServerTools(
  workspace: string,
  conversation: { readonly id: string | null; readonly serverTools: ChosenTools },
): ChatServers {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const [drafted, setDrafted] = useSessionText(`chat.servers.${workspace}`);
  const { id } = conversation;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const mutationKey = api.conversations.setServerTools.mutationKey();
  const change = useMutation(
    api.conversations.setServerTools.mutationOptions({
      // Sent one after the other: each contains the whole choice, so a late one would undo a newer one.
      scope: { id: `conversations.setServerTools.${id ?? ""}` },
      onSettled: async () => {
        // The next choice would replace the data that a reload returns now.
        if (queryClient.isMutating({ mutationKey }) > 1) return;
        await queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() });
      },
    }),
  );
  // A separate state, because another click may follow before the mutation has re-rendered this component.
  const [storing, setStoring] = useState<{ readonly of: string; readonly chosen: ChosenTools } | null>(null);
  const store = async (of: string, chosen: ChosenTools): Promise<void> => {
    const serverTools = chosen === null ? null : [...chosen];
    setStoring({ of, chosen });
    const mine = change.mutateAsync({ workspace, id: of, serverTools });
    last.current = mine;
    try {
      await mine;
    } catch {
      // The error is shown where the choice is made; the choice before it applies again.
    }
    if (last.current !== mine) return;
    last.current = Promise.resolve();
    setStoring(null);
  };
  const shown = storing !== null && storing.of === id ? storing.chosen : conversation.serverTools;
  return {
    chosen: id === null ? readChoice(drafted) : shown,
    error: change.error,
    choose: (chosen) => {
      if (id === null) setDrafted(writeChoice(chosen));
      else void store(id, chosen);
    },
    stored: async () => {
      await last.current;
    },
    forget: () => {
      setDrafted("");
    },
  };
}
