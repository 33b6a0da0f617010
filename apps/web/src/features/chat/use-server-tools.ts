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
  /** Resolves when the choices so far are stored; rejects if the last of them turns out not to be. A run that starts before then follows an older one. */
  readonly stored: () => Promise<void>;
  /** The choice of a new conversation is stored with it; then this tab need not keep it. */
  readonly forget: () => void;
};

/** Returns the choice of a conversation, which later runs follow. Before its first message this tab keeps it, and `send.start` stores it. */
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
      // One after the other: each holds the whole choice, so one that arrives late would undo a newer one.
      scope: { id: `conversations.setServerTools.${id ?? ""}` },
      onSettled: async () => {
        // The choice that follows replaces what would be read now.
        if (queryClient.isMutating({ mutationKey }) > 1) return;
        await queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() });
      },
    }),
  );
  // Its own state, because a click may follow before this component has seen the mutation.
  const [storing, setStoring] = useState<{ readonly of: string; readonly chosen: ChosenTools } | null>(null);
  const store = async (of: string, chosen: ChosenTools): Promise<void> => {
    const serverTools = chosen === null ? null : [...chosen];
    setStoring({ of, chosen });
    const mine = change.mutateAsync({ workspace, id: of, serverTools });
    last.current = mine;
    try {
      await mine;
    } catch {
      // Shown where the choice is made; the choice before it holds again.
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
