"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type RouterOutputs, useTRPC } from "../../lib/trpc.tsx";
import type { Chat } from "./use-chat.ts";
import { useMessageId } from "./use-message-id.ts";
import type { RunChoices } from "./use-run-choices.ts";

/** A message that becomes a later turn. */
export type QueuedMessage = RouterOutputs["queue"]["list"][number];

/** The messages queued in a conversation, as the server has them, and their actions. */
export type Queue = {
  readonly messages: readonly QueuedMessage[];
  /** Returns whether the server accepted the message; otherwise `error` says why. */
  readonly add: (text: string) => Promise<boolean>;
  readonly edit: (id: string, text: string) => void;
  readonly remove: (id: string) => void;
  /** Null while the server sends messages automatically. After a run that did not complete, the person decides. */
  readonly sendNow: ((id: string) => void) | null;
  readonly error: unknown;
};

const NO_MESSAGES: readonly QueuedMessage[] = [];
/**
 * The refresh interval while a run is active or messages wait: it shows what others queue, edit and remove. It is polled, because a stream per tab
 * would use up the few connections that browsers allow per server.
 */
const REFRESH_MS = 3_000;

/** Returns the queue of a conversation. The server sends its messages, one after each completed run, whether or not a page is open. */
export function useQueue(
  workspace: string,
  conversationId: string | null,
  { chat, choices }: { readonly chat: Pick<Chat, "trace" | "busy">; readonly choices: RunChoices },
): Queue {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const messageId = useMessageId();
  const input = { workspace, conversationId: conversationId ?? "" };
  const query = useQuery(
    api.queue.list.queryOptions(input, {
      enabled: conversationId !== null,
      refetchInterval: ({ state }) => (chat.busy || (state.data?.length ?? 0) > 0 ? REFRESH_MS : false),
    }),
  );
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: api.queue.list.queryKey(input) });
  };
  const traceId = chat.trace?.id ?? null;
  const status = chat.trace?.status ?? null;
  useEffect(() => {
    // A run that starts or ends usually takes a message with it.
    void queryClient.invalidateQueries({ queryKey: api.queue.list.pathKey() });
  }, [queryClient, api, traceId, status]);
  const onSettled = refresh;
  const add = useMutation(api.queue.add.mutationOptions({ onSettled }));
  const edit = useMutation(api.queue.edit.mutationOptions({ onSettled }));
  const remove = useMutation(api.queue.remove.mutationOptions({ onSettled }));
  const send = useMutation(
    api.queue.send.mutationOptions({
      onSettled: () => {
        refresh();
        void queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() });
      },
    }),
  );
  const messages = query.data ?? NO_MESSAGES;
  const [first] = messages;
  const isAutomatic = chat.busy || (chat.trace?.status === "completed" && first?.state !== "held");
  return {
    messages,
    add: async (text) => {
      if (conversationId === null) return false;
      const message = { ...input, id: messageId.of(text), text };
      try {
        await add.mutateAsync({
          ...message,
          ...{ model: choices.chosenModel, agent: choices.agent, folderId: choices.folderId },
        });
        messageId.accepted();
        return true;
      } catch {
        return false;
      }
    },
    edit: (id, text) => {
      edit.mutate({ workspace, id, text });
    },
    remove: (id) => {
      remove.mutate({ workspace, id });
    },
    sendNow: isAutomatic ? null : (id) => send.mutate({ workspace, id }),
    error: add.error ?? edit.error ?? remove.error ?? send.error,
  };
}
