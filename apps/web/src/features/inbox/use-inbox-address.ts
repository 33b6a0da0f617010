"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { readInboxAddress, writeInboxAddress } from "./inbox-address.ts";
import type { InboxAddress, InboxTab, RequestKey } from "./inbox-address.ts";

export type InboxAddressState = InboxAddress & {
  readonly openTab: (tab: InboxTab) => void;
  /** Selects a request; null goes back to the list. */
  readonly select: (request: RequestKey | null) => void;
};

/** Returns the open tab and the selected request, which are stored in the URL. */
export function useInboxAddress(): InboxAddressState {
  const query = useSearchParams().toString();
  const address = useMemo(() => readInboxAddress(new URLSearchParams(query)), [query]);
  const go = (next: InboxAddress, isStep: boolean): void => {
    const url = window.location.pathname + writeInboxAddress(next);
    // On a phone the browser's back button leads from a request to the list.
    if (isStep) window.history.pushState(null, "", url);
    else window.history.replaceState(null, "", url);
  };
  return {
    ...address,
    openTab: (tab) => {
      go({ tab, selected: null }, false);
    },
    select: (selected) => {
      go({ tab: address.tab, selected }, address.selected === null && selected !== null);
    },
  };
}
