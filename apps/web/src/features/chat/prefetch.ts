import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";

/** Prefetches the queries of the chat page: the conversation list, the models, folders and permissions, and the conversation unless it is new. */
export function prefetchChat(workspace: string, conversationId: string | null): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.conversations.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
    queries.prefetchQuery(api.models.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.folders.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.agents.list.queryOptions({ workspace, folderId: null })),
    queries.prefetchQuery(api.permissions.mode.queryOptions({ workspace })),
    ...(conversationId === null
      ? []
      : [
          queries.prefetchQuery(api.conversations.get.queryOptions({ workspace, id: conversationId })),
          queries.prefetchQuery(api.permissions.ofConversation.queryOptions({ workspace, conversationId })),
        ]),
  ];
}
