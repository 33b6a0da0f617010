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
  const { traces, live } = context.runtime.stores;
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
  const encoder = new TextEncoder();
  let ping: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      ping = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": ping\n\n"));
      }, PING_MS);
    },
    pull: async (controller) => {
      try {
        for (;;) {
          const next = await items.next();
          if (next.done === true) {
            clearInterval(ping);
            controller.enqueue(encoder.encode(frame({ event: "end", data: {} })));
            controller.close();
            return;
          }
          const text = itemFrame(next.value, request.goalId);
          if (text === null) continue;
          controller.enqueue(encoder.encode(text));
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
        controller.enqueue(encoder.encode(frame({ event: "error", data: { error } })));
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

function itemFrame(item: TailItem, goalId: string | null): string | null {
  if (item.kind === "entry") {
    const { entry } = item;
    if (goalId !== null && entry.goalId !== goalId) return null;
    return frame({ id: String(entry.sequence), event: "entry", data: entry });
  }
  if (item.kind === "trace") {
    const { id, status, waitingFor, lastSequence, currentGoalId } = item.trace;
    return frame({ event: "trace", data: { id, status, waitingFor, lastSequence, currentGoalId } });
  }
  // Text that is still being generated does not belong to a goal yet.
  return goalId === null ? frame({ event: item.kind, data: item }) : null;
}

function frame({
  id,
  event,
  data,
}: {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
