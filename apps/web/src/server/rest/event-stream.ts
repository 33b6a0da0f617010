import { tail } from "../live/tail.ts";
import type { TailItem } from "../live/tail.ts";
import { countWatcher } from "../metrics/counters.ts";
import { publicFailure } from "../http/failure-status.ts";
import type { RestContext } from "./endpoint.ts";

/** A comment this often keeps proxies from closing a stream in which nothing happens. */
const PING_MS = 15_000;

export type EventRequest = {
  readonly traceId: string;
  /** Entries of this goal alone; null for all. */
  readonly goalId: string | null;
  readonly after: number;
};

/**
 * A trace as server-sent events: `entry` (its id is the sequence, from which Last-Event-ID resumes), `trace` when its status changes,
 * `delta` and `partial` of text that is being written, `delta` on channel `output` of what a running tool prints (late watchers get the
 * kept end of it first), and `end` when there will be no more. A caller that reads slowly slows its own
 * stream alone.
 */
export function eventStream(context: RestContext, request: EventRequest): Response {
  const { traces, live } = context.runtime.stores;
  const gone = new AbortController();
  const signal = AbortSignal.any([context.signal, gone.signal]);
  const items = countWatcher(
    tail({
      ...{ traces, live, scope: context.scope, traceId: request.traceId, after: request.after, signal },
      assertCanWatch: context.assertCanWatch,
    }),
  );
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
          const text = frameOf(next.value, request.goalId);
          if (text === null) continue;
          controller.enqueue(encoder.encode(text));
          return;
        }
      } catch (thrown) {
        clearInterval(ping);
        const error = { ...publicFailure(thrown, context.requestId), requestId: context.requestId };
        controller.enqueue(encoder.encode(frame({ event: "error", data: { error } })));
        controller.close();
      }
    },
    cancel: async () => {
      clearInterval(ping);
      gone.abort();
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

function frameOf(item: TailItem, goalId: string | null): string | null {
  if (item.kind === "entry") {
    const { entry } = item;
    if (goalId !== null && entry.goalId !== goalId) return null;
    return frame({ id: String(entry.sequence), event: "entry", data: entry });
  }
  if (item.kind === "trace") {
    const { id, status, waitingFor, lastSequence, currentGoalId } = item.trace;
    return frame({ event: "trace", data: { id, status, waitingFor, lastSequence, currentGoalId } });
  }
  // Text that is being written belongs to no goal yet.
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
