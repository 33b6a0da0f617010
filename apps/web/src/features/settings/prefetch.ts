import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";

/** What the page of members begins with. Who may not see invitations is refused them here as everywhere. */
export function prefetchMembers(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.members.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.invitations.list.queryOptions({ workspace })),
  ];
}

/** What the page of models begins with. */
export function prefetchModels(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.models.list.queryOptions({ workspace }))];
}

/** What the page of keys begins with. */
export function prefetchKeys(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.keys.list.queryOptions({ workspace }))];
}

/** What the audit log begins with. */
export function prefetchAudit(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.audit.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
  ];
}

/** What the account's page begins with. */
export const prefetchAccount: Prefetch = ({ api, queries }) => [
  queries.prefetchQuery(api.account.get.queryOptions()),
];
