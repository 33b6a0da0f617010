import type { Prefetch } from "../../lib/prefetch.ts";

/** Prefetches the list of tools, the strength of the sandbox, and the tool that the address shows. */
export function prefetchTools(workspace: string, tool: string | null): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.tools.list.queryOptions({ workspace })),
    queries.prefetchQuery(api.permissions.sandbox.queryOptions({ workspace })),
    ...(tool === null ? [] : [queries.prefetchQuery(api.tools.get.queryOptions({ workspace, name: tool }))]),
  ];
}
