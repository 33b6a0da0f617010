import { createOverview, type RunOverview } from "../diagnose/run-overview.ts";
import type { Trace } from "../log/trace.ts";
import type { LogReader } from "./log-reader.ts";
import { readLogPages } from "./read-log.ts";
import { untilDisconnected } from "./until-disconnected.ts";

/** The requests of calls are the largest part of a log and say nothing about how the run went. */
const UNREAD = ["call.started"];

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
  const pages = readLogPages(reader, trace, { after: 0, without: UNREAD });
  for await (const page of untilDisconnected(pages, signal)) {
    for (const entry of page) overview.add(entry);
  }
  return { ...overview.overview(), lastSequence: trace.lastSequence };
}
