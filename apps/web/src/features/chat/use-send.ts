"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { StrategyName } from "@goaltrace/core/log";
import { openConversation } from "./conversation-address.ts";

/** The input of a new turn. */
export type NewTurn = {
  readonly text: string;
  readonly model: string | null;
  readonly agent: string;
  readonly folderId: string | null;
  /** Null for the strategy of the last turn or the agent. */
  readonly strategy: StrategyName | null;
  /** Stored with a new conversation, for each of its runs; empty for none. */
  readonly budget: string;
  /** Stored with a new conversation, for each of its runs; null for all. */
  readonly serverTools: readonly string[] | null;
  /** Resolves when the choices of an existing conversation are stored, because the run uses them. The message is not sent if it rejects. */
  readonly choicesStored: Promise<void>;
};

/** Actions to start, cancel and retry runs of one conversation. */
export type Send = {
  /** The text in flight to the server, shown until the log contains it. */
  readonly sending: string | null;
  readonly error: unknown;
  readonly start: (turn: NewTurn) => Promise<boolean>;
  readonly retry: (traceId: string) => void;
  readonly retrying: boolean;
  readonly cancel: (traceId: string) => void;
  /** The run that was requested to cancel and has not ended yet. */
  readonly canceling: string | null;
};

const NO_FAILURE = { at: null, problem: null };

/** Returns the actions of a conversation. A new conversation (null) gets its URL with its first message. */
export function useSend(workspace: string, conversationId: string | null): Send {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ readonly at: string | null; readonly problem: unknown }>(NO_FAILURE);
  // Show an error only in the conversation where it happened.
  const error = failed.at === conversationId ? failed.problem : null;
  const setError = (problem: unknown): void => {
    setFailed({ at: conversationId, problem });
  };
  const [canceling, setCanceling] = useState<string | null>(null);

  /** Loads the conversation before it is shown, so that nothing flickers. */
  const showConversation = async (id: string): Promise<void> => {
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
      onSuccess: (started) => showConversation(started.conversationId),
      onError: setError,
    }),
  );
  const cancel = useMutation(
    api.runs.cancel.mutationOptions({
      onError: (problem) => {
        setCanceling(null);
        setError(problem);
      },
    }),
  );

  return {
    sending,
    error,
    start: async ({ text, model, agent, folderId, strategy, budget, serverTools, choicesStored }) => {
      setSending(text);
      setError(null);
      try {
        await choicesStored;
        const started = await start.mutateAsync({
          workspace,
          text,
          conversationId: conversationId ?? undefined,
          model: model ?? undefined,
          agent,
          folderId: folderId ?? undefined,
          strategy: strategy ?? undefined,
          ...(conversationId === null && budget !== "" ? { budget } : {}),
          ...(conversationId === null && serverTools !== null ? { serverTools: [...serverTools] } : {}),
        });
        // The server has accepted the message, so it must not be sent again even if showing it fails.
        await showConversation(started.conversationId).catch(setError);
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
      setCanceling(traceId);
      cancel.mutate({ workspace, traceId });
    },
    canceling,
  };
}
