"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { readAgentsAddress, writeAgentsAddress } from "./agents-address.ts";
import type { AgentsAddress } from "./agents-address.ts";

/** Returns the address of the page, and a function that changes parts of it. Another agent is shown before it is edited. */
export function useAgentsAddress(): AgentsAddress & {
  readonly go: (change: Partial<AgentsAddress>) => void;
} {
  const query = useSearchParams().toString();
  const address = useMemo(() => readAgentsAddress(new URLSearchParams(query)), [query]);
  return {
    ...address,
    go: (change) => {
      const next: AgentsAddress = { ...address, view: "agent", ...change };
      const url = window.location.pathname + writeAgentsAddress(next);
      // On a phone the browser's back button leads from an agent to the list.
      if (address.agent === null && next.agent !== null) window.history.pushState(null, "", url);
      else window.history.replaceState(null, "", url);
    },
  };
}
