"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSessionText } from "../../lib/session-text.ts";

/** The budget of each run of a conversation. */
export type ChatBudget = {
  /** As it is stored; empty for none. */
  readonly budget: string;
  readonly isPending: boolean;
  /** The failure of the last change; null for none. */
  readonly error: unknown;
  /** Stores a readable budget; an empty one removes it. Rejects if that fails. */
  readonly save: (budget: string) => Promise<unknown>;
  /** The budget of a new conversation is stored with it; then this tab need not keep it. */
  readonly forget: () => void;
};

/** Returns the budget of a conversation. Before its first message this tab keeps it, and `send.start` stores it. */
export function useBudget(
  workspace: string,
  conversation: { readonly id: string | null; readonly budget: string | null },
): ChatBudget {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const [drafted, setDrafted] = useSessionText(`chat.budget.${workspace}`);
  const change = useMutation(
    api.budgets.setForConversation.mutationOptions({
      onSuccess: async () =>
        await queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() }),
    }),
  );
  const { id } = conversation;
  return {
    budget: id === null ? drafted : (conversation.budget ?? ""),
    isPending: change.isPending,
    error: change.error,
    save: async (budget) => {
      if (id === null) setDrafted(budget);
      else await change.mutateAsync({ workspace, id, budget });
    },
    forget: () => {
      setDrafted("");
    },
  };
}
