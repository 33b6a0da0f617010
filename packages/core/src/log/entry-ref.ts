/**
 * The address of an entry: the trace that owns it and its number there. A log shares entries of the runs it continues and shows the logs
 * of the runs it spawned, so a number alone says which entry is meant only within one log.
 */
export type EntryRef = { readonly traceId: string; readonly sequence: number };

/** The address as text, `<trace>:<sequence>`, as it appears in URLs. Stored and linked, so the form stays. */
export function formatEntryRef({ traceId, sequence }: EntryRef): string {
  return `${traceId}:${sequence}`;
}

const FORM = /^(.+):([1-9]\d{0,9})$/u;

/** Reads an address. Null when the text is none: without a trace, or with a number that no entry can have. */
export function parseEntryRef(text: string): EntryRef | null {
  const [, traceId, digits] = FORM.exec(text) ?? [];
  return traceId === undefined || digits === undefined ? null : { traceId, sequence: Number(digits) };
}
