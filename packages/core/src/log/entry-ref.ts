/**
 * The address of an entry: its owning trace and its sequence there. A log includes entries of the runs it continues and shows the logs of
 * the runs it spawned, so a sequence alone is unique only within one log.
 */
export type EntryRef = { readonly traceId: string; readonly sequence: number };

/** Formats an address as `<trace>:<sequence>`, its form in URLs. Addresses are stored and linked, so the form never changes. */
export function formatEntryRef({ traceId, sequence }: EntryRef): string {
  return `${traceId}:${sequence}`;
}

const ADDRESS = /^.+:[1-9]\d{0,9}$/u;

/** Parses an address. Returns null for text without a trace or with a sequence that no entry can have. */
export function parseEntryRef(text: string): EntryRef | null {
  if (!ADDRESS.test(text)) return null;
  const colon = text.lastIndexOf(":");
  return { traceId: text.slice(0, colon), sequence: Number(text.slice(colon + 1)) };
}
