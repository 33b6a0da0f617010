"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { readSkillAddress, writeSkillAddress } from "./skill-address.ts";
import type { SkillAddress } from "./skill-address.ts";

/** Returns the address of the page, and a function that changes parts of it; a change of the skill opens its first tab. */
export function useSkillAddress(): SkillAddress & { readonly go: (change: Partial<SkillAddress>) => void } {
  const query = useSearchParams().toString();
  const address = useMemo(() => readSkillAddress(new URLSearchParams(query)), [query]);
  return {
    ...address,
    go: (change) => {
      const isOther = change.skill !== undefined && change.skill !== address.skill;
      const next = { ...address, from: null, ...(isOther ? { tab: "skill" as const } : {}), ...change };
      const url = window.location.pathname + writeSkillAddress(next);
      // On a phone the browser's back button leads from a skill to the list.
      if (address.skill === null && next.skill !== null) window.history.pushState(null, "", url);
      else window.history.replaceState(null, "", url);
    },
  };
}
