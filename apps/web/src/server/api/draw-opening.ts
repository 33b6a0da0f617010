import type { OutlineEntry, Trace } from "@goaltrace/core/log";
import { isTerminal, readPackedOutline, unpackOutline } from "@goaltrace/core/log";
import { readTrace } from "@goaltrace/core/reading";
import type { Scope } from "@goaltrace/core/ports";
import { after } from "next/server";
import { setImmediate } from "node:timers/promises";
import { currentViewer } from "../auth/viewer-for-page.ts";
import { createBoundedCache } from "../bounded-cache.ts";
import { getRuntime } from "../runtime.ts";
import { readKeptOutline } from "./read-kept-outline.ts";
import type { OutlineRequest } from "./read-kept-outline.ts";

/** A drawing of a log, built up page by page. */
export type LogDrawing<Picture> = {
  readonly add: (entries: readonly OutlineEntry[]) => void;
  /** Null when there is nothing to draw. */
  readonly picture: () => Picture | null;
};

/** Draws the logs of runs for pages that open. */
export type Openings<Picture> = {
  /**
   * Returns what a page draws of the log of a run that has ended; null if it is not ready in time, for other runs, and for persons who may not see the run.
   * It is kept until the run or its log changes.
   */
  draw(request: OpeningRequest<Picture>): Promise<Picture | null>;
};

export type OpeningRequest<Picture> = {
  readonly workspace: string;
  readonly traceId: string;
  /** Everything besides the log on which the drawing depends. */
  readonly shape: string;
  /** Null when the record of the run already shows that there is nothing to draw. */
  readonly begin: (trace: Trace) => LogDrawing<Picture> | null;
};

/** Longer logs are drawn after the page has been sent, for the next time: a page should not wait for them. Sequences. */
const INLINE_ENTRIES = 3_000;
/** After this time a page without a picture is more useful. Milliseconds. */
const TIMEOUT_MS = 250;
/** Drawings of this many characters are kept together: some hundreds, of some tens of kilobytes each. */
const KEPT_CHARACTERS = 16_000_000;
/** The room of a drawing besides its picture, which may be none. Characters. */
const KEY_CHARACTERS = 500;
/** Entries that are drawn before the server turns to other requests. */
const BATCH_ENTRIES = 2_000;

type Drawing<Picture> = { readonly picture: Picture | null };

export function createOpenings<Picture>(): Openings<Picture> {
  const drawings = createBoundedCache<Drawing<Picture>>(
    KEPT_CHARACTERS,
    ({ picture }) => KEY_CHARACTERS + JSON.stringify(picture).length,
  );
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
    const { stores } = runtime;
    const trace = await readTrace({ traces: stores.traces, scope }, request.traceId);
    const drawing = isTerminal(trace.status) ? request.begin(trace) : null;
    if (drawing === null) return null;
    const draw = async (): Promise<Picture | null> => {
      const picture = await drawLog({ stores, scope, traceId: request.traceId, signal: undefined }, drawing);
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
  request: OutlineRequest,
  drawing: LogDrawing<Picture>,
): Promise<Picture | null> {
  const { packed } = await readKeptOutline(request);
  const entries = unpackOutline(readPackedOutline(packed));
  for (let start = 0; start < entries.length; start += BATCH_ENTRIES) {
    if (start > 0) await setImmediate();
    drawing.add(entries.slice(start, start + BATCH_ENTRIES));
  }
  return drawing.picture();
}
