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

/** The list of conversations and what can be done to one. */
export type Conversations = {
  readonly status: "pending" | "error" | "success";
  readonly error: unknown;
  readonly items: readonly ConversationItem[];
  /** What the list is narrowed to; empty shows everything. */
  readonly text: string;
  readonly search: (text: string) => void;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  readonly rename: (id: string, title: string) => void;
  readonly pin: (id: string, pinned: boolean) => void;
  /** Deletes at once; the toast takes it back. */
  readonly remove: (item: Pick<ConversationItem, "id" | "title">) => void;
};

/** Pages of conversations, newest first, with the state of their runs kept current by the workspace's stream. */
export function useConversations(workspace: string): Conversations {
  const [text, setText] = useState("");
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
  const fail = (error: { readonly message: string }): void => {
    showToast({ text: failureText(error, "change").message });
  };
  const options = { onSettled: refresh, onError: fail };
  const rename = useMutation(api.conversations.rename.mutationOptions(options));
  const pin = useMutation(api.conversations.pin.mutationOptions(options));
  const remove = useMutation(api.conversations.delete.mutationOptions(options));
  const restore = useMutation(api.conversations.restore.mutationOptions(options));

  const inTurn = useOneAtATime();
  useRunStates(workspace, items, () => {
    inTurn("refetch", async () => await query.refetch());
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
      if (query.hasNextPage) inTurn("older", async () => await query.fetchNextPage());
    },
    retry: () => void query.refetch(),
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
 * Does work on the list one after the other: a refetch would cancel the older page that is on its way, and the other way round. What
 * waits under the same name is done once.
 */
function useOneAtATime(): (name: string, work: () => Promise<unknown>) => void {
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

/** Asks for the list again when a run began, ended or waits; progress within a run changes nothing in it. */
function useRunStates(workspace: string, items: readonly ConversationItem[], reload: () => void): void {
  const told = useRef(new Map<string, string>());
  const changed = (trace: Trace): boolean => {
    if (trace.conversationId === null || told.current.get(trace.id) === trace.status) return false;
    told.current.set(trace.id, trace.status);
    const item = items.find((one) => one.id === trace.conversationId);
    return item === undefined || item.lastTraceId !== trace.id || item.status !== trace.status;
  };
  const isActive = ({ status }: ConversationItem): boolean => status !== null && !isTerminal(status);
  useWorkspaceRuns(workspace, {
    onChange: (trace) => {
      if (changed(trace)) reload();
    },
    onOpen: (isReconnected) => {
      if (isReconnected || items.some(isActive)) reload();
    },
  });
}
