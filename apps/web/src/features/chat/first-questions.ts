import { ONE_PAGE } from "../../lib/first-questions.ts";
import type { FirstQuestions } from "../../lib/first-questions.ts";

/** What a chat begins with: the list beside it, what can be chosen for a turn, and the conversation unless it is a new one. */
export function chatQuestions(workspace: string, conversationId: string | null): FirstQuestions {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.conversations.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
    queries.prefetchQuery(api.models.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.folders.list.queryOptions({ workspace })),
    ...(conversationId === null
      ? []
      : [queries.prefetchQuery(api.conversations.get.queryOptions({ workspace, id: conversationId }))]),
  ];
}
