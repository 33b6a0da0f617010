import { isTerminal } from "@goaltrace/core/log";
import { readOutlineText, readTrace } from "@goaltrace/core/reading";
import type { Scope } from "@goaltrace/core/ports";
import { createBoundedCache } from "../bounded-cache.ts";
import type { Runtime } from "../runtime.ts";

type OutlineText = Awaited<ReturnType<typeof readOutlineText>>;

export type OutlineRequest = {
  readonly stores: Pick<Runtime["stores"], "traces" | "traceRevisions">;
  readonly scope: Scope;
  readonly traceId: string;
  readonly signal: AbortSignal | undefined;
};

/** Packed outlines of this many characters are kept together: those of three runs of 100,000 messages. */
const KEPT_CHARACTERS = 48_000_000;

const outlines = createBoundedCache<OutlineText>(KEPT_CHARACTERS, ({ packed }) => packed.length);

/** Outlines that are being read. The page of a run and its first picture need the same one at the same time. */
const building = new Map<string, Promise<OutlineText>>();

/**
 * Returns the outline of a run as `readOutlineText` does. Those of runs that have ended are kept until the run or its log changes: building one takes as
 * long as the log. Errors: as `readOutlineText`, and NOT_FOUND for a run that the person cannot see.
 */
export async function readKeptOutline({
  stores,
  scope,
  traceId,
  signal,
}: OutlineRequest): Promise<OutlineText> {
  const reader = { traces: stores.traces, scope };
  // Before everything else, so that what is kept under it is at least as new.
  const revision = await stores.traceRevisions.of(scope, traceId);
  const key = `${traceId} ${revision ?? ""}`;
  const known = revision === undefined ? undefined : outlines.get(key);
  if (known !== undefined) return known;
  const trace = await readTrace(reader, traceId);
  if (revision === undefined || !isTerminal(trace.status))
    return await readOutlineText(reader, trace, signal);
  const other = building.get(key);
  // Null if it failed, such as for a reader who has disconnected.
  const shared = other === undefined ? null : await other.catch(() => null);
  if (shared !== null) return shared;
  const built = readOutlineText(reader, trace, signal);
  building.set(key, built);
  const outline = await built.finally(() => {
    if (building.get(key) === built) building.delete(key);
  });
  outlines.set(key, outline);
  return outline;
}
