"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "../trpc.tsx";

/** Returns a function that refetches everything that shows requests. */
export function useRefreshRequests(): () => void {
  const api = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: api.requests.pathKey() });
  }, [api, queryClient]);
}
