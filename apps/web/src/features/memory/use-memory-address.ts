"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { readMemoryAddress, writeMemoryAddress } from "./memory-address.ts";
import type { MemoryAddress } from "./memory-address.ts";

/** Returns the address of the page, and a function that changes parts of it. */
export function useMemoryAddress(): MemoryAddress & {
  readonly go: (change: Partial<MemoryAddress>) => void;
} {
  const query = useSearchParams().toString();
  const address = useMemo(() => readMemoryAddress(new URLSearchParams(query)), [query]);
  return {
    ...address,
    go: (change) => {
      const next = { ...address, isEditing: false, ...change };
      const url = window.location.pathname + writeMemoryAddress(next);
      // On a phone the browser's back button leads from an entry to the list.
      if (address.entry === null && next.entry !== null) window.history.pushState(null, "", url);
      else window.history.replaceState(null, "", url);
    },
  };
}
