import { ONE_PAGE } from "../../lib/prefetch.ts";
import type { Prefetch } from "../../lib/prefetch.ts";

/** Prefetches the queries of the members page. Without the right to see invitations, their query is denied here too. */
export function prefetchMembers(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.members.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.invitations.list.queryOptions({ workspace })),
  ];
}

/** Prefetches the queries of the models page. */
export function prefetchModels(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.models.list.queryOptions({ workspace }))];
}

/** Prefetches the queries of the keys page. */
export function prefetchKeys(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.keys.list.queryOptions({ workspace }))];
}

/** Prefetches the queries of the secrets page. */
export function prefetchSecrets(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.secrets.list.queryOptions({ workspace }))];
}

/** Prefetches the query of the page about the web. */
export function prefetchWeb(workspace: string): Prefetch {
  return ({ api, queries }) => [queries.prefetchQuery(api.web.get.queryOptions({ workspace }))];
}

/** Prefetches the queries of the page of MCP servers. */
export function prefetchMcp(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.folders.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.mcp.list.queryOptions({ workspace, projectFolder: null })),
  ];
}

/** Prefetches the queries of the audit log page. */
export function prefetchAudit(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchInfiniteQuery(api.audit.list.infiniteQueryOptions({ workspace }, ONE_PAGE)),
  ];
}

/** Prefetches the queries of the permissions page. */
export function prefetchPermissions(workspace: string): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.permissions.mode.queryOptions({ workspace })),
    queries.prefetchQuery(api.permissions.rules.queryOptions({ workspace })),
    queries.prefetchQuery(api.permissions.projectRules.queryOptions({ workspace })),
    queries.prefetchQuery(api.permissions.tools.queryOptions({ workspace })),
    queries.prefetchQuery(api.permissions.sandbox.queryOptions({ workspace })),
  ];
}

/** Prefetches the queries of the account page. */
export const prefetchAccount: Prefetch = ({ api, queries }) => [
  queries.prefetchQuery(api.account.get.queryOptions()),
];
