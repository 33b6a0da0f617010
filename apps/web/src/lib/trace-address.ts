import type { EntryRef } from "@goaltrace/core/log";

/** The place at which the page of a run opens. */
export type TraceTarget = {
  readonly sequence?: number | null;
  readonly goalId?: string | null;
  readonly tab?: "notes";
};

/** Returns the URL of a run, optionally at an entry, a goal or a tab of the inspector. */
export function traceHref(workspace: string, traceId: string, target: TraceTarget = {}): string {
  const { sequence = null, goalId = null, tab } = target;
  const parameters = new URLSearchParams();
  if (tab !== undefined) parameters.set("tab", tab);
  if (goalId !== null) parameters.set("goal", goalId);
  if (sequence !== null) parameters.set("sel", writeEntryRef({ traceId, sequence }));
  const page = `/w/${encodeURIComponent(workspace)}/traces/${encodeURIComponent(traceId)}`;
  return parameters.size === 0 ? page : `${page}?${writeQuery(parameters)}`;
}

/** Returns an entry as links name it: `<trace>:<sequence>`. */
export function writeEntryRef({ traceId, sequence }: EntryRef): string {
  return `${traceId}:${sequence}`;
}

/** Returns the entry that a link names; null for anything else. */
export function readEntryRef(text: string | null): EntryRef | null {
  const match = /^(.+):(\d{1,15})$/.exec(text ?? "");
  const [, traceId, sequence] = match ?? [];
  return traceId === undefined ? null : { traceId, sequence: Number(sequence) };
}

/** Returns parameters as a query. The colon of an entry stays readable: it has no special meaning in a query. */
export function writeQuery(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll("%3A", ":");
}
