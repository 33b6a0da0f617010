import type { Prefetch } from "../../lib/prefetch.ts";
import { readUsageAddress, usageSpan } from "./usage-range.ts";

/**
 * Prefetches the queries of the usage page. `askedAt` is the time of the request, which the page receives as well; `timeZone` is the
 * browser's.
 */
export function prefetchUsage(page: {
  readonly workspace: string;
  readonly address: string;
  readonly askedAt: number;
  readonly timeZone: string;
}): Prefetch {
  const { workspace, timeZone } = page;
  const { days, by } = readUsageAddress(new URLSearchParams(page.address));
  const span = usageSpan(Number(days), page);
  return ({ api, queries }) => [
    queries.prefetchQuery(api.usage.get.queryOptions({ workspace, ...span, timeZone, by })),
    queries.prefetchQuery(api.budgets.get.queryOptions({ workspace })),
    queries.prefetchQuery(api.budgets.agents.queryOptions({ workspace })),
    queries.prefetchQuery(api.quotas.list.queryOptions({ workspace })),
  ];
}
