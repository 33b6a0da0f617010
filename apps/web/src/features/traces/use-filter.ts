"use client";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import type { TraceQuery } from "./list-item.ts";
import { toQuery, readFilter, writeFilter } from "./trace-filter.ts";
import type { TraceFilter } from "./trace-filter.ts";

export type FilterState = {
  readonly filter: TraceFilter;
  /** The query for the server; the same object until the URL changes. */
  readonly query: TraceQuery;
  /** The query string without its question mark. */
  readonly address: string;
  readonly change: (filter: TraceFilter) => void;
  readonly open: (address: string) => void;
};

/**
 * Returns the filter, which is stored in the URL. Relative times count from `askedAt` (milliseconds since the epoch) until the URL changes,
 * so that the first query is the one that the server prefetched.
 */
export function useFilter(askedAt: number): FilterState {
  const address = useSearchParams().toString();
  const [base, setBase] = useState({ address, at: askedAt });
  if (base.address !== address) setBase({ address, at: Date.now() });
  const filter = useMemo(() => readFilter(new URLSearchParams(address)), [address]);
  const query = useMemo(() => toQuery(filter, base.at), [filter, base.at]);
  const open = (next: string): void => {
    window.history.replaceState(null, "", next === "" ? window.location.pathname : `?${next}`);
  };
  return {
    filter,
    query,
    address: writeFilter(filter),
    open,
    change: (next) => {
      open(writeFilter(next));
    },
  };
}
