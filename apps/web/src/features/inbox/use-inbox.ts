"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useMemo, useState } from "react";
import { useReportReconnecting } from "../../lib/connection.ts";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { useRefreshRequests } from "../../lib/requests/use-refresh-requests.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { isSameRequest } from "./inbox-address.ts";
import type { InboxTab, RequestKey } from "./inbox-address.ts";
import { useInboxAddress } from "./use-inbox-address.ts";

/** The inbox: its lists, and the request that is shown. */
export type Inbox = {
  readonly tab: InboxTab;
  readonly openTab: (tab: InboxTab) => void;
  /** Open requests per list; undefined until they are known. */
  readonly counts: { readonly waiting: number; readonly others: number } | undefined;
  readonly status: "pending" | "error" | "success";
  readonly error: unknown;
  readonly retry: () => void;
  readonly items: readonly RequestView[];
  /** Loads older items; null when there are none. */
  readonly loadMore: (() => void) | null;
  /** The selected request; without a selection, the first one. */
  readonly shown: RequestKey | null;
  /** The shown request with its whole texts; the list has only their beginnings. */
  readonly request: UseQueryResult<RequestView, unknown>;
  /** Whether the person has selected a request. On a phone it then replaces the list. */
  readonly isSelected: boolean;
  readonly select: (request: RequestKey | null) => void;
  /** The position of the shown request in the list; -1 after it has left the list. */
  readonly index: number;
  readonly next: () => void;
  readonly previous: () => void;
};

/** Loads the open list of the inbox and keeps it current. `onMove` is called after another request was selected. */
export function useInbox(workspace: string, onMove: () => void): Inbox {
  const api = useTRPC();
  const { tab, selected, openTab, select } = useInboxAddress();
  useRequestWatch(workspace);
  const counts = useQuery(api.requests.count.queryOptions({ workspace }));
  const list = useInfiniteQuery(
    api.requests.list.infiniteQueryOptions(
      { workspace, tab },
      {
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        refetchInterval: ({ state }) =>
          state.data?.pages.some((page) => page.items.some(isUnread)) === true ? UNREAD_REFRESH_MS : false,
      },
    ),
  );
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  // The first request stays visible after it was decided: if the next one replaced it, a key pressed twice would decide both.
  const [first, setFirst] = useState<{ readonly tab: InboxTab; readonly key: RequestKey } | null>(null);
  const [head] = items;
  if (head !== undefined && first?.tab !== tab)
    setFirst({ tab, key: { traceId: head.traceId, id: head.id } });
  const shown = selected ?? (first?.tab === tab ? first.key : null);
  const request = useQuery(
    api.requests.get.queryOptions(
      { workspace, traceId: shown?.traceId ?? "", id: shown?.id ?? "" },
      {
        enabled: shown !== null,
        refetchInterval: ({ state }) => (isUnread(state.data) ? UNREAD_REFRESH_MS : false),
      },
    ),
  );
  const index = items.findIndex((item) => isSameRequest(item, shown));
  const [lastIndex, setLastIndex] = useState(0);
  if (index !== -1 && lastIndex !== index) setLastIndex(index);
  const goTo = (to: number): void => {
    const item = items[Math.max(0, Math.min(items.length - 1, to))];
    if (item === undefined) return;
    select({ traceId: item.traceId, id: item.id });
    onMove();
  };
  return {
    ...{ tab, openTab, counts: counts.data, status: list.status, error: list.error, items, index },
    select: (to) => {
      select(to);
      onMove();
    },
    ...{ shown, request, isSelected: selected !== null },
    retry: () => void list.refetch(),
    loadMore: list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : null,
    next: () => {
      goTo(index === -1 ? lastIndex : index + 1);
    },
    previous: () => {
      goTo((index === -1 ? lastIndex : index) - 1);
    },
  };
}

/** The run reads a decision within moments; the stream reports only that it was sent. */
const UNREAD_REFRESH_MS = 500;

/** Whether a request was decided and its run has not read the decision yet. */
function isUnread(request: RequestView | undefined): boolean {
  return request?.state === "sent";
}

/** Refetches the requests whenever one of the workspace opens or closes. */
function useRequestWatch(workspace: string): void {
  const api = useTRPC();
  const refresh = useRefreshRequests();
  const stream = useSubscription(api.requests.watch.subscriptionOptions({ workspace }, { onData: refresh }));
  useReportReconnecting(
    stream.status === "error" || (stream.status === "connecting" && stream.error !== null),
  );
}
