import { createOverview, type RunOverview } from "../diagnose/run-overview.ts";
import type { Trace } from "../log/trace.ts";
import type { LogReader } from "./log-reader.ts";
import { readLogPages } from "./read-log.ts";
import { untilDisconnected } from "./until-disconnected.ts";

/**
 * Returns why a run ended, the files it wrote and its most expensive calls. One pass over the log with one page in memory at a time.
 * Errors: CANCELLED once `signal` aborts, otherwise as `resolveLog`.
 */
export async function readOverview(
  reader: LogReader,
  trace: Trace,
  signal?: AbortSignal,
): Promise<RunOverview> {
  const overview = createOverview();
  for await (const page of untilDisconnected(readLogPages(reader, trace), signal)) {
    for (const entry of page) overview.add(entry);
  }
  return overview.overview();
}
