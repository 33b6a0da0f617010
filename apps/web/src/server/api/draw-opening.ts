import type { OutlineEntry, Trace } from "@goaltrace/core/log";
import { isTerminal } from "@goaltrace/core/log";
import { readOutlinePages, readTrace } from "@goaltrace/core/reading";
import type { Scope, TraceStore } from "@goaltrace/core/ports";
import { after } from "next/server";
import { currentViewer } from "../auth/viewer-for-page.ts";
import { createBoundedCache } from "../bounded-cache.ts";
import { getRuntime } from "../runtime.ts";

/** A drawing of a log, built up page by page. */
export type LogDrawing<Picture> = {
  readonly add: (entries: readonly OutlineEntry[]) => void;
  /** Null when there is nothing to draw. */
  readonly picture: () => Picture | null;
};

/** Draws the logs of runs for pages that open. */
export type Openings<Picture> = {
  /**
   * Returns what a page draws of the log of a run that has ended; null while that is not known in time, for other runs, and for persons who may not see the run.
   * It is kept until the run or its log changes.
   */
  draw(request: OpeningRequest<Picture>): Promise<Picture | null>;
};

export type OpeningRequest<Picture> = {
  readonly workspace: string;
  readonly traceId: string;
  /** Everything besides the log on which the drawing depends. */
  readonly shape: string;
  readonly begin: (trace: Trace) => LogDrawing<Picture>;
};

/** Longer logs are drawn after the page has been sent, for the next time: a page should not wait for them. Sequences. */
const INLINE_ENTRIES = 3_000;
/** After this time a page without a picture is more useful. Milliseconds. */
const TIMEOUT_MS = 250;
/** Drawings that are kept; each holds some tens of kilobytes. */
const KEPT = 400;

type Drawing<Picture> = { readonly picture: Picture | null };

export function createOpenings<Picture>(): Openings<Picture> {
  const drawings = createBoundedCache<Drawing<Picture>>(KEPT, () => 1);
  const begun = new Set<string>();
  const find = async (request: OpeningRequest<Picture>): Promise<Picture | null> => {
    const [viewer, runtime] = await Promise.all([currentViewer(), getRuntime()]);
    const membership = viewer?.workspaces.find(({ slug }) => slug === request.workspace);
    if (viewer === null || membership === undefined) return null;
    const scope: Scope = { workspaceId: membership.id, personId: viewer.person.id };
    // Before the log, so that what is kept under it is at least as new.
    const revision = await runtime.stores.traceRevisions.of(scope, request.traceId);
    if (revision === undefined) return null;
    const key = [request.traceId, revision, request.shape].join(" ");
    const known = drawings.get(key);
    if (known !== undefined) return known.picture;
    const reader = { traces: runtime.stores.traces, scope };
    const trace = await readTrace(reader, request.traceId);
    if (!isTerminal(trace.status)) return null;
    const draw = async (): Promise<Picture | null> => {
      const picture = await drawLog(reader, trace, request);
      drawings.set(key, { picture });
      return picture;
    };
    if (trace.lastSequence <= INLINE_ENTRIES) return await draw();
    if (begun.has(key)) return null;
    begun.add(key);
    after(async () => {
      await draw().finally(() => begun.delete(key));
    });
    return null;
  };
  return {
    draw: async (request) =>
      await inTime(
        // The browser draws the graph whatever happens here.
        find(request).catch(() => null),
      ),
  };
}

async function inTime<Picture>(found: Promise<Picture | null>): Promise<Picture | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
    }, TIMEOUT_MS);
  });
  const picture = await Promise.race([found, late]);
  clearTimeout(timer);
  return picture;
}

async function drawLog<Picture>(
  reader: { readonly traces: TraceStore; readonly scope: Scope },
  trace: Trace,
  { begin }: OpeningRequest<Picture>,
): Promise<Picture | null> {
  const drawing = begin(trace);
  for await (const page of readOutlinePages(reader, trace)) drawing.add(page);
  return drawing.picture();
}
