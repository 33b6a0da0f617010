import type { Prefetch } from "../../lib/prefetch.ts";
import { readUsageAddress, usageSpan } from "./usage-range.ts";

/** What the usage page begins with. `askedAt` is what the page is given as well, `timeZone` the browser's. */
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
  ];
}
