import type { Query, QueryClient } from "@tanstack/react-query";
import type { Outage } from "./connection.ts";

/**
 * Returns the function that refetches the data of a page after an outage, except queries that streams keep current: streams resume automatically. If
 * no check found the server unreachable, a failed query is refetched only once until it succeeds: otherwise a query that fails for a different reason
 * would repeatedly show its placeholder instead of its error.
 */
export function createRefetch(queryClient: QueryClient): (outage: Outage) => void {
  const refetched = new WeakMap<Query, number>();
  const isDue = (query: Query, { isConfirmed }: Outage): boolean => {
    const { status, dataUpdateCount } = query.state;
    if (status !== "error")
      return query.observers.every(({ options }) => options.refetchOnReconnect !== false);
    if (isConfirmed) return true;
    if (refetched.get(query) === dataUpdateCount) return false;
    refetched.set(query, dataUpdateCount);
    return true;
  };
  return (outage) => {
    void queryClient.refetchQueries({ type: "active", predicate: (query) => isDue(query, outage) });
  };
}
