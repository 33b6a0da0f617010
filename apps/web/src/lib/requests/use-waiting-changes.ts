"use client";
import type { Trace } from "@goaltrace/core/log";
import { useCallback, useRef } from "react";
import { useRefreshRequests } from "./use-refresh-requests.ts";

/**
 * Returns a listener for changes of runs that refetches the requests when a run begins or ends a wait. So a page that follows runs needs no separate
 * stream for requests: browsers allow few connections per server.
 */
export function useWaitingChanges(): (trace: Pick<Trace, "id" | "status">) => void {
  const waiting = useRef(new Set<string>());
  const refresh = useRefreshRequests();
  return useCallback(
    ({ id, status }) => {
      const isWaiting = status === "waiting";
      if (isWaiting === waiting.current.has(id)) return;
      if (isWaiting) waiting.current.add(id);
      else waiting.current.delete(id);
      refresh();
    },
    [refresh],
  );
}
