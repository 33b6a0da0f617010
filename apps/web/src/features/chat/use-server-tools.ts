"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";
import { type ChosenTools, readChoice, writeChoice } from "./server-choice.ts";
import { useSessionText } from "../../lib/session-text.ts";

/** The tools of MCP servers that the runs of a conversation may use. */
export type ChatServers = {
  readonly chosen: ChosenTools;
  /** The failure of the last change; null for none. */
  readonly error: unknown;
  readonly choose: (chosen: ChosenTools) => void;
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
  const change = useMutation(
    api.conversations.setServerTools.mutationOptions({
      onSettled: async () =>
        await queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() }),
    }),
  );
  const stored = change.isPending ? change.variables.serverTools : conversation.serverTools;
  return {
    chosen: id === null ? readChoice(drafted) : stored,
    error: change.error,
    choose: (chosen) => {
      if (id === null) setDrafted(writeChoice(chosen));
      else change.mutate({ workspace, id, serverTools: chosen === null ? null : [...chosen] });
    },
    forget: () => {
      setDrafted("");
    },
  };
}
