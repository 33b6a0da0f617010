import type { Prefetch } from "../../lib/prefetch.ts";
import type { MemoryAddress } from "./memory-address.ts";

/** The filters of a list that no one has filtered. */
export const UNFILTERED = {
  query: "",
  type: null,
  audience: null,
  project: null,
  age: null,
  neverRecalled: false,
} as const;

/** Prefetches the first list of the memory page. */
export function prefetchMemory(workspace: string, { tab, query }: MemoryAddress): Prefetch {
  return ({ api, queries }) => [
    queries.prefetchQuery(
      api.memory.list.queryOptions({
        ...{ workspace, ...UNFILTERED, query: tab === "entries" ? query : "", review: tab === "review" },
      }),
    ),
    ...(tab === "experiences"
      ? [queries.prefetchQuery(api.experiences.list.queryOptions({ workspace }))]
      : []),
    ...(tab === "tidy" ? [queries.prefetchQuery(api.memory.tidy.queryOptions({ workspace }))] : []),
  ];
}
