import type { Prefetch } from "../../lib/prefetch.ts";
import { type AgentsAddress, NEW_AGENT } from "./agents-address.ts";

/** Prefetches the list of agents, and the open one. */
export function prefetchAgents(workspace: string, { agent, folder }: AgentsAddress): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(api.agents.list.queryOptions({ workspace, folderId: folder })),
    queries.prefetchQuery(api.folders.list.queryOptions({ workspace })),
    ...(agent === null || agent === NEW_AGENT
      ? []
      : [queries.prefetchQuery(api.agents.get.queryOptions({ workspace, name: agent, folderId: folder }))]),
  ];
}
