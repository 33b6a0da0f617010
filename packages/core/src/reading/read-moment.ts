import { createOverview, type RunOverview } from "../diagnose/run-overview.ts";
import { emptyProjection, projectEntry } from "../log/project.ts";
import type { Trace, TraceProjection } from "../log/trace.ts";
import type { LogReader } from "./log-reader.ts";
import { readLogPages } from "./read-log.ts";
import { untilDisconnected } from "./until-disconnected.ts";

/** A run as it was after one of its entries: its status and totals, and its overview. */
export type RunMoment = { readonly projection: TraceProjection; readonly overview: RunOverview };

/**
 * Returns the run as of the last entry at or before `sequence`. Nothing later has an effect on it. One pass over the log up to there with one
 * page in memory at a time. Errors: CANCELLED once `signal` aborts, otherwise as `resolveLog`.
 */
export async function readMoment(
  reader: LogReader,
  trace: Trace,
  { sequence, signal }: { readonly sequence: number; readonly signal?: AbortSignal | undefined },
): Promise<RunMoment> {
  const overview = createOverview();
  let projection = emptyProjection({ lastSequence: trace.origin?.sequence ?? 0 });
  for await (const page of untilDisconnected(readLogPages(reader, trace), signal))
    for (const entry of page) {
      if (entry.sequence > sequence) return { projection, overview: overview.overview() };
      overview.add(entry);
      // Totals are those of the run itself, without the turns that it continues.
      if (entry.traceId === trace.id) projection = projectEntry(projection, entry);
    }
  return { projection, overview: overview.overview() };
}
