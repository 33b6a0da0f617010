"use client";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { useWorkspaceRuns } from "../../lib/use-workspace-runs.ts";
import { useToast } from "../../ui/toast.tsx";
import type { ConversationItem } from "./conversation.ts";

/** The conversation list and its actions. */
export type Conversations = {
  readonly status: "pending" | "error" | "success";
  readonly error: unknown;
  readonly items: readonly ConversationItem[];
  /** The search text; empty shows everything. */
  readonly text: string;
  readonly search: (text: string) => void;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  readonly rename: (id: string, title: string) => void;
  readonly pin: (id: string, pinned: boolean) => void;
  /** Deletes immediately. The toast offers an undo. */
  readonly remove: (item: Pick<ConversationItem, "id" | "title">) => void;
  /** The conversation whose permanent deletion waits for confirmation. */
  readonly toDelete: Pick<ConversationItem, "id" | "title"> | null;
  /** Asks whether to delete permanently; null withdraws the question. */
  readonly askToDelete: (item: Pick<ConversationItem, "id" | "title"> | null) => void;
};

/** Returns pages of conversations, newest first. The workspace stream keeps their run status current. */
export function useConversations(workspace: string): Conversations {
  const [text, setText] = useState("");
  const [toDelete, setToDelete] = useState<Conversations["toDelete"]>(null);
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const failureText = useFailureText();
  const translate = useTranslations("chat");
  const query = useInfiniteQuery(
    api.conversations.list.infiniteQueryOptions(text === "" ? { workspace } : { workspace, text }, {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);

  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: api.conversations.list.pathKey() });
    void queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() });
  };
  /** Reloads a conversation that someone else, or its queue, has continued. */
  const reloadConversation = ({ id, conversationId }: Trace): void => {
    const queryKey = api.conversations.get.queryKey({ workspace, id: conversationId ?? "" });
    const loaded = queryClient.getQueryData(queryKey);
    if (loaded?.traces.some((trace) => trace.id === id) === false)
      void queryClient.invalidateQueries({ queryKey });
  };
  const fail = (error: { readonly message: string }): void => {
    showToast({ text: failureText(error, "change").message });
  };
  const options = { onSettled: refresh, onError: fail };
  const rename = useMutation(api.conversations.rename.mutationOptions(options));
  const pin = useMutation(api.conversations.pin.mutationOptions(options));
  const remove = useMutation(api.conversations.delete.mutationOptions(options));
  const restore = useMutation(api.conversations.restore.mutationOptions(options));

  const enqueue = useSerialQueue();
  useReloadOnRunChange(workspace, items, {
    onRun: reloadConversation,
    onGap: () => {
      // Turns that began meanwhile are no longer in any stream.
      void queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() });
    },
    reload: () => {
      enqueue("refetch", async () => await query.refetch());
    },
  });

  return {
    status: query.status,
    error: query.error,
    items,
    text,
    search: setText,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage) enqueue("older", async () => await query.fetchNextPage());
    },
    retry: () => void query.refetch(),
    toDelete,
    askToDelete: setToDelete,
    rename: (id, title) => {
      rename.mutate({ workspace, id, title });
    },
    pin: (id, pinned) => {
      pin.mutate({ workspace, id, pinned });
    },
    remove: ({ id, title }) => {
      remove.mutate(
        { workspace, id },
        {
          onSuccess: () => {
            showToast({
              text: translate("list.deleted", { title }),
              undo: () => {
                restore.mutate({ workspace, id });
              },
            });
          },
        },
      );
    },
  };
}

/**
 * Returns a function that runs tasks on the list one at a time, because a refetch would cancel a page fetch in flight and vice versa. A
 * task that is already waiting under the same name is not queued twice.
 */
function useSerialQueue(): (name: string, work: () => Promise<unknown>) => void {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(new Set<string>());
  return (name, work) => {
    if (waiting.current.has(name)) return;
    waiting.current.add(name);
    last.current = last.current
      .then(async () => {
        waiting.current.delete(name);
        await work();
      })
      .catch(() => undefined);
  };
}

type RunChanges = {
  /** Called for every change of a run of a conversation, even if the list already shows it. */
  readonly onRun: (trace: Trace) => void;
  /** The stream was interrupted, so changes may be missing. */
  readonly onGap: () => void;
  readonly reload: () => void;
};

/** Reloads the list when a run starts, ends or waits, and after a gap. Progress within a run changes nothing in it. */
function useReloadOnRunChange(
  workspace: string,
  items: readonly ConversationItem[],
  { onRun, onGap, reload }: RunChanges,
): void {
  const seenStatuses = useRef(new Map<string, string>());
  const isNewStatus = (trace: Trace): boolean => {
    if (seenStatuses.current.get(trace.id) === trace.status) return false;
    seenStatuses.current.set(trace.id, trace.status);
    const item = items.find((candidate) => candidate.id === trace.conversationId);
    return item === undefined || item.lastTraceId !== trace.id || item.status !== trace.status;
  };
  const isActive = ({ status }: ConversationItem): boolean => status !== null && !isTerminal(status);
  useWorkspaceRuns(workspace, {
    onChange: (trace) => {
      if (trace.conversationId === null) return;
      onRun(trace);
      if (isNewStatus(trace)) reload();
    },
    onOpen: (isReconnected) => {
      if (isReconnected) onGap();
      if (isReconnected || items.some(isActive)) reload();
    },
  });
}
