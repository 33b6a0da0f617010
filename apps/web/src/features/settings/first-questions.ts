import { ONE_PAGE } from "../../lib/first-questions.ts";
import type { FirstQuestions } from "../../lib/first-questions.ts";

/** What the page of members begins with. Who may not see invitations is refused them here as everywhere. */
export function membersQuestions(workspace: string): FirstQuestions {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.members.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.invitations.list.queryOptions({ workspace })),
  ];
}

/** What the page of models begins with. */
export function modelsQuestions(workspace: string): FirstQuestions {
  return ({ api, queries }) => [queries.prefetchQuery(api.models.list.queryOptions({ workspace }))];
}

/** What the page of keys begins with. */
export function keysQuestions(workspace: string): FirstQuestions {
  return ({ api, queries }) => [queries.prefetchQuery(api.keys.list.queryOptions({ workspace }))];
}

/** What the audit log begins with. */
export function auditQuestions(workspace: string): FirstQuestions {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.audit.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
  ];
}

/** What the account's page begins with. */
export const accountQuestions: FirstQuestions = ({ api, queries }) => [
  queries.prefetchQuery(api.account.get.queryOptions()),
];
