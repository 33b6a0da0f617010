import { ONE_PAGE } from "../../lib/first-questions.ts";
import type { FirstQuestions } from "../../lib/first-questions.ts";

/** What the way to the inbox begins with. */
export function mentionsLinkQuestions(workspace: string): FirstQuestions {
  return ({ api, queries }) => [queries.prefetchQuery(api.mentions.unread.queryOptions({ workspace }))];
}

/** What the inbox begins with. */
export function mentionsQuestions(workspace: string): FirstQuestions {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.mentions.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
  ];
}
