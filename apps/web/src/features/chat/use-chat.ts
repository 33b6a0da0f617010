"use client";
import { isTerminal } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useReportReconnecting } from "../../lib/connection.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { EMPTY_LOG } from "./chat-log.ts";
import { createChatStore } from "./chat-store.ts";
import type { ChatStore } from "./chat-store.ts";
import type { ChatLog } from "./chat-turn.ts";

/** A conversation with the part of its log that has arrived. */
export type Chat = {
  readonly status: "new" | "pending" | "error" | "success";
  readonly error: unknown;
  readonly retry: () => void;
  /** Reads the whole log again, after a part that is already here was erased. */
  readonly reload: () => void;
  readonly title: string;
  readonly pinned: boolean;
  /** The visibility; null while it is unknown. Only the owner can change it. */
  readonly sharing: { readonly visibility: "private" | "shared"; readonly mine: boolean } | null;
  readonly folderId: string | null;
  readonly model: string | null;
  /** The name of the agent of the next turn; null for the default. */
  readonly agent: string | null;
  /** The budget of each run; null for none. */
  readonly budget: string | null;
  /** The only tools of MCP servers that its runs may use; null for all. */
  readonly serverTools: readonly string[] | null;
  readonly traces: readonly Trace[];
  /** The last run; null before the first. */
  readonly trace: Trace | null;
  /** Whether a run is queued, running or waiting. */
  readonly busy: boolean;
  readonly log: ChatLog;
};

const NO_TRACES: readonly Trace[] = [];

/**
 * Loads a conversation and follows its last run, whose log includes the earlier turns. The stream starts after the known entries,
 * reconnects after the last received entry, and ends with the run.
 */
export function useChat(workspace: string, conversationId: string | null): Chat {
  const api = useTRPC();
  const queryClient = useQueryClient();
  const input = { workspace, id: conversationId ?? "" };
  const query = useQuery(api.conversations.get.queryOptions(input, { enabled: conversationId !== null }));
  const traces = conversationId === null ? NO_TRACES : (query.data?.traces ?? NO_TRACES);
  const trace = traces.at(-1) ?? null;
  const traceId = trace?.id ?? null;
  const origin = trace?.origin?.sequence ?? 0;

  const { store, renew } = useStore(conversationId);
  const from = useMemo(
    () => ({ store, traceId, after: store.continueAfter(origin) }),
    [store, traceId, origin],
  );
  const log = useSyncExternalStore(store.subscribe, store.log, () => EMPTY_LOG);

  const stream = useSubscription(
    api.traces.tail.subscriptionOptions(
      { workspace, id: traceId ?? "", shape: "entries", after: from.after },
      {
        enabled: traceId !== null,
        onData: (message) => {
          const update = "data" in message ? message.data : message;
          if (update.kind === "trace") {
            const updated = update.trace;
            queryClient.setQueryData(
              api.conversations.get.queryKey(input),
              (old) =>
                old && {
                  ...old,
                  traces: old.traces.map((existing) => (existing.id === updated.id ? updated : existing)),
                },
            );
          } else if (update.kind !== "skeleton") store.push(update);
        },
      },
    ),
  );
  useReportReconnecting(
    stream.status === "error" || (stream.status === "connecting" && stream.error !== null),
  );

  return {
    status: conversationId === null ? "new" : query.status,
    error: query.error,
    retry: () => void query.refetch(),
    reload: () => {
      renew();
      // The new store may start after the same entry, which alone would not start the stream again.
      stream.reset();
    },
    title: query.data?.title ?? "",
    sharing: query.data === undefined ? null : { visibility: query.data.visibility, mine: query.data.mine },
    pinned: query.data?.pinned ?? false,
    folderId: query.data?.folderId ?? null,
    model: query.data?.model ?? null,
    agent: query.data?.agent ?? null,
    budget: query.data?.budget ?? null,
    serverTools: query.data?.serverTools ?? null,
    traces,
    trace,
    busy: trace !== null && !isTerminal(trace.status),
    log,
  };
}

/** Whether the conversation or the beginning of its log is still loading. */
export function isChatLoading(chat: Pick<Chat, "status" | "log" | "traces" | "busy">): boolean {
  if (chat.status === "pending") return true;
  // A first run that just started has no log yet, but its message is known.
  const first = chat.traces.length === 1 && chat.busy;
  return chat.traces.length > 0 && chat.log.turns.length === 0 && !first;
}

/** Returns one store per conversation, stable across renders until `renew` replaces it by an empty one. */
function useStore(conversationId: string | null): { readonly store: ChatStore; readonly renew: () => void } {
  const [current, setCurrent] = useState(() => newStore(conversationId));
  const renew = (): void => {
    setCurrent(newStore(conversationId));
  };
  if (current.conversationId === conversationId) return { store: current.store, renew };
  const next = newStore(conversationId);
  setCurrent(next);
  return { store: next.store, renew };
}

function newStore(conversationId: string | null): {
  readonly conversationId: string | null;
  readonly store: ChatStore;
} {
  return { conversationId, store: createChatStore((run) => requestAnimationFrame(run)) };
}
