import type { WindowCall } from "../diagnose/window-calls.ts";
import type { Trace } from "../log/trace.ts";
import { addWindowEntry, createWindowFold } from "./fold-window-calls.ts";
import type { LogReader } from "./log-reader.ts";
import { readLogPages } from "./read-log.ts";

/**
 * Returns the windows of all model calls of a trace, in order. One pass over the log with one page in memory at a time; ends early
 * when `signal` aborts. Errors: as `resolveLog`.
 */
export async function readWindows(
  reader: LogReader,
  trace: Trace,
  signal?: AbortSignal,
): Promise<readonly WindowCall[]> {
  const fold = createWindowFold();
  for await (const page of readLogPages(reader, trace)) {
    signal?.throwIfAborted();
    for (const entry of page) addWindowEntry(fold, entry);
  }
  return fold.calls;
}
