"use client";
import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import type { TraceQuery } from "./list-item.ts";
import { toQuery, readFilter, writeFilter } from "./trace-filter.ts";
import type { TraceFilter } from "./trace-filter.ts";

export type FilterState = {
  readonly filter: TraceFilter;
  /** What the server is asked for; the same object until the address changes. */
  readonly query: TraceQuery;
  /** The address without its question mark. */
  readonly address: string;
  readonly change: (filter: TraceFilter) => void;
  readonly open: (address: string) => void;
};

/**
 * The filter, which lives in the address. Times before now are counted from `askedAt` (milliseconds since the epoch) until the address
 * changes, so that the first question is the one the server asked for the page.
 */
export function useFilter(askedAt: number): FilterState {
  const address = useSearchParams().toString();
  const [asked, setAsked] = useState({ address, at: askedAt });
  if (asked.address !== address) setAsked({ address, at: Date.now() });
  const filter = useMemo(() => readFilter(new URLSearchParams(address)), [address]);
  const query = useMemo(() => toQuery(filter, asked.at), [filter, asked.at]);
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
