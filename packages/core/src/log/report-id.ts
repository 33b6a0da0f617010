const REPORT = "child_finished:";

/** The id of the signal that a message names when it reports the end of a background sub-agent. Stored, so it never changes. */
export function reportId(childTraceId: string): string {
  return `${REPORT}${childTraceId}`;
}

/** Returns the sub-agent whose end a message reports; null for any other message. */
export function reportedChild(signalId: string | undefined): string | null {
  return signalId?.startsWith(REPORT) === true ? signalId.slice(REPORT.length) : null;
}
