"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { TraceQuery } from "./list-item.ts";
import { queryOf, readFilter, writeFilter } from "./trace-filter.ts";
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

/** The filter, which lives in the address. */
export function useFilter(): FilterState {
  const address = useSearchParams().toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(address)), [address]);
  const query = useMemo(() => queryOf(filter, Date.now()), [filter]);
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
