import { releaseAfter } from "../live/release-after.ts";
import { tail } from "../live/tail.ts";
import type { TailItem } from "../live/tail.ts";
import { countWatcher } from "../metrics/counters.ts";
import { reportFailure } from "../http/report-failure.ts";
import type { RestContext } from "./endpoint.ts";

/** Sends a comment this often, so that proxies do not close an idle stream. */
const PING_MS = 15_000;

export type EventRequest = {
  readonly traceId: string;
  /** Restricts the stream to the entries of this goal; null for all. */
  readonly goalId: string | null;
  readonly after: number;
  /** Called when the stream has ended. */
  readonly release: () => void;
};

/**
 * Streams a trace as server-sent events: `entry` (its id is the sequence, from which Last-Event-ID resumes), `trace` when its status
 * changes, `delta` and `partial` for text that is being generated, `delta` on channel `output` for the output of running tools (late
 * watchers first get its stored tail), `call_waiting` while a call waits for its model endpoint or for a quota, and `end` when the trace has ended. A slow client delays only its own stream.
 */
export function eventStream(context: RestContext, request: EventRequest): Response {
  const { live } = context.runtime.stores;
  const traces = context.runtime.followedTraces;
  const disconnected = new AbortController();
  const watching = AbortSignal.any([context.signal, disconnected.signal]);
  const { release, ...wanted } = request;
  const { workspaceId } = context.scope;
  const pace = context.runtime.streamPace;
  const entries = context.runtime.streams.pass(
    { ...context.pass, traceId: request.traceId },
    watching,
    (signal) =>
      pace.pass(
        workspaceId,
        tail({
          ...{ traces, live, scope: context.scope, signal, ...wanted },
          mayRead: async () => await pace.mayRead(workspaceId, signal),
        }),
        signal,
      ),
  );
  const items = countWatcher(releaseAfter(entries, release));
  let ping: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      ping = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(PING);
      }, PING_MS);
    },
    pull: async (controller) => {
      try {
        for (;;) {
          const next = await items.next();
          if (next.done === true) {
            clearInterval(ping);
            controller.enqueue(frame({ event: "end", data: {} }));
            controller.close();
            return;
          }
          const bytes = itemFrame(next.value, request.goalId);
          if (bytes === null) continue;
          controller.enqueue(bytes);
          return;
        }
      } catch (thrown) {
        clearInterval(ping);
        const { requestId, runtime } = context;
        const failure = reportFailure(thrown, {
          logger: runtime.logger,
          requestId,
          place: "event stream",
          logsAll: true,
        });
        const error = { ...failure, requestId };
        controller.enqueue(frame({ event: "error", data: { error } }));
        controller.close();
      }
    },
    cancel: async () => {
      clearInterval(ping);
      disconnected.abort();
      await items.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-request-id": context.requestId,
    },
  });
}

function itemFrame(item: TailItem, goalId: string | null): Uint8Array | null {
  if (item.kind === "entry") {
    const { entry } = item;
    if (goalId !== null && entry.goalId !== goalId) return null;
    return sharedFrame(entry, () => ({ id: String(entry.sequence), event: "entry", data: entry }));
  }
  if (item.kind === "trace") {
    const { id, status, waitingFor, lastSequence, currentGoalId } = item.trace;
    return frame({ event: "trace", data: { id, status, waitingFor, lastSequence, currentGoalId } });
  }
  // Text that is still being generated does not belong to a goal yet.
  if (goalId !== null) return null;
  const { kind: event } = item;
  if (item.kind !== "partial") return sharedFrame(item, () => ({ event, data: item }));
  return sharedFrame(item.partial, () => ({ event, data: item }));
}

type Frame = { readonly id?: string; readonly event: string; readonly data: unknown };

const encoder = new TextEncoder();
const PING = encoder.encode(": ping\n\n");

/** Frames by what they contain. */
const frames = new WeakMap<object, Uint8Array>();

/** Returns the frame of a value that many streams send: it is written once for all of them. */
function sharedFrame(value: object, build: () => Frame): Uint8Array {
  const known = frames.get(value);
  if (known !== undefined) return known;
  const bytes = frame(build());
  frames.set(value, bytes);
  return bytes;
}

function frame({ id, event, data }: Frame): Uint8Array {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
