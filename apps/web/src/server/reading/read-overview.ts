import type { Scope, TraceStore } from "@goaltrace/core";
import { createOverview } from "@goaltrace/core/diagnose";
import type { RunOverview } from "@goaltrace/core/diagnose";
import type { Trace } from "@goaltrace/core/log";
import { readLogPages } from "./read-log.ts";
import { whileWanted } from "./while-wanted.ts";

/**
 * What a run comes to: why it ended as it did, what it wrote, what was dear. One pass over the log, a page in memory at a time. Errors:
 * CANCELLED when `signal` ends it.
 */
export async function readOverview(
  reader: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
  signal?: AbortSignal,
): Promise<RunOverview> {
  const overview = createOverview();
  for await (const page of whileWanted(readLogPages(reader, trace, { after: 0 }), signal)) {
    for (const entry of page) overview.add(entry);
  }
  return overview.overview();
}
