const TABS = ["waiting", "others", "decided"] as const;

/** The lists of the inbox: open requests of one's own runs, of those of other people, and closed requests. */
export type InboxTab = (typeof TABS)[number];

export type RequestKey = { readonly traceId: string; readonly id: string };

export type InboxAddress = { readonly tab: InboxTab; readonly selected: RequestKey | null };

export const INBOX_TABS: readonly InboxTab[] = TABS;

/** Reads the query of the inbox. Anything unknown counts as absent. */
export function readInboxAddress(query: URLSearchParams): InboxAddress {
  const tab = TABS.find((name) => name === query.get("tab")) ?? "waiting";
  const [traceId, id] = [query.get("run"), query.get("request")];
  return { tab, selected: traceId && id ? { traceId, id } : null };
}

/** Returns the query of the inbox, with its question mark; empty for the first tab without a selection. */
export function writeInboxAddress({ tab, selected }: InboxAddress): string {
  const query = new URLSearchParams();
  if (tab !== "waiting") query.set("tab", tab);
  if (selected !== null) {
    query.set("run", selected.traceId);
    query.set("request", selected.id);
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}

export function isSameRequest(a: RequestKey | null, b: RequestKey | null): boolean {
  return a?.traceId === b?.traceId && a?.id === b?.id;
}
