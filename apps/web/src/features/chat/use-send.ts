"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { openConversation } from "./conversation-address.ts";

/** What a new turn is made from. */
export type NewTurn = {
  readonly text: string;
  readonly model: string | null;
  readonly folderId: string | null;
};

/** Starting, stopping and repeating runs of one conversation. */
export type Send = {
  /** The text on its way to the server; shown until the log has it. */
  readonly sending: string | null;
  readonly error: unknown;
  readonly start: (turn: NewTurn) => Promise<boolean>;
  readonly retry: (traceId: string) => void;
  readonly retrying: boolean;
  readonly cancel: (traceId: string) => void;
  /** The run that was asked to stop and has not ended yet. */
  readonly cancelling: string | null;
};

const NOTHING_FAILED = { at: null, problem: null };

/** The actions of a conversation; null is a new one, which gets its address with its first message. */
export function useSend(workspace: string, conversationId: string | null): Send {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ readonly at: string | null; readonly problem: unknown }>(
    NOTHING_FAILED,
  );
  // An error belongs to the conversation it happened in.
  const error = failed.at === conversationId ? failed.problem : null;
  const setError = (problem: unknown): void => {
    setFailed({ at: conversationId, problem });
  };
  const [cancelling, setCancelling] = useState<string | null>(null);

  /** The conversation has to be known before it is shown, so that nothing blinks on the way. */
  const arrive = async (id: string): Promise<void> => {
    void queryClient.invalidateQueries({ queryKey: api.conversations.list.pathKey() });
    try {
      await queryClient.fetchQuery(api.conversations.get.queryOptions({ workspace, id }, { staleTime: 0 }));
    } finally {
      if (id !== conversationId) openConversation(workspace, id);
    }
  };

  const start = useMutation(api.runs.start.mutationOptions());
  const retry = useMutation(
    api.runs.retry.mutationOptions({
      onSuccess: (started) => arrive(started.conversationId),
      onError: setError,
    }),
  );
  const cancel = useMutation(
    api.runs.cancel.mutationOptions({
      onError: (problem) => {
        setCancelling(null);
        setError(problem);
      },
    }),
  );

  return {
    sending,
    error,
    start: async ({ text, model, folderId }) => {
      setSending(text);
      setError(null);
      try {
        const started = await start.mutateAsync({
          workspace,
          text,
          conversationId: conversationId ?? undefined,
          model: model ?? undefined,
          folderId: folderId ?? undefined,
        });
        // From here on the message is on the server, whatever becomes of showing it: it must not be sent again.
        await arrive(started.conversationId).catch(setError);
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      } finally {
        setSending(null);
      }
    },
    retry: (traceId) => {
      setError(null);
      retry.mutate({ workspace, traceId });
    },
    retrying: retry.isPending,
    cancel: (traceId) => {
      setCancelling(traceId);
      cancel.mutate({ workspace, traceId });
    },
    cancelling,
  };
}
