import type { FirstQuestions } from "../../lib/first-questions.ts";
import { readUsageAddress, usageSpan } from "./usage-range.ts";

/** What the usage page begins with. `askedAt` is what the page is given as well, `timeZone` the browser's. */
export function usageQuestions(page: {
  readonly workspace: string;
  readonly address: string;
  readonly askedAt: number;
  readonly timeZone: string;
}): FirstQuestions {
  const { workspace, timeZone } = page;
  const { days, by } = readUsageAddress(new URLSearchParams(page.address));
  const span = usageSpan(Number(days), page);
  return ({ api, queries }) => [
    queries.prefetchQuery(api.usage.get.queryOptions({ workspace, ...span, timeZone, by })),
  ];
}
