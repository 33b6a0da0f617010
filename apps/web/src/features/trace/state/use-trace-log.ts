"use client";
import { readPackedOutline, type Trace, unpackOutline } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useReportReconnecting } from "../../../lib/connection.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { createLiveOutputs } from "./live-outputs.ts";
import type { LiveOutputs } from "./live-outputs.ts";
import { createTraceModel } from "./trace-model.ts";
import type { TraceModel } from "./trace-model.ts";

/** The trace and its model once both have loaded. The trace record may be available earlier. `version` increases with the model. */
export type TraceLog =
  | { readonly status: "pending"; readonly trace: Trace | null; readonly outputs: LiveOutputs }
  | { readonly status: "error"; readonly error: unknown; readonly retry: () => void }
  | {
      readonly status: "success";
      readonly trace: Trace;
      readonly model: TraceModel;
      readonly version: number;
      readonly outputs: LiveOutputs;
    };

/**
 * Loads a trace without its payloads, then follows it. The stream starts after the last loaded sequence and reconnects after the last
 * received one, so entries are gap-free and never repeated.
 */
export function useTraceLog(workspace: string, traceId: string): TraceLog {
  const api = useTRPC();
  const input = { workspace, id: traceId };
  const trace = useQuery(api.traces.get.queryOptions(input));
  const skeleton = useQuery(
    api.traces.skeleton.queryOptions(input, {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  );
  const model = useMemo(
    () =>
      skeleton.data
        ? createTraceModel(unpackOutline(readPackedOutline(skeleton.data.packed)), afterCommit)
        : null,
    [skeleton.data],
  );
  const [outputs] = useState(() => createLiveOutputs((show) => requestAnimationFrame(show)));
  const stream = useSubscription(
    api.traces.tail.subscriptionOptions(
      { ...input, shape: "skeleton", after: Math.max(0, skeleton.data?.lastSequence ?? 0) },
      {
        enabled: model !== null,
        onData: (message) => {
          const update = "data" in message ? message.data : message;
          if (update.kind === "skeleton") {
            model?.append(update.entry);
            outputs.settle(update.entry);
          }
          if (update.kind === "call_waiting") outputs.noteWaiting(update);
          if (update.kind === "delta") outputs.addDelta(update);
          if (update.kind === "trace") model?.setTrace(update.trace);
        },
      },
    ),
  );
  useReportReconnecting(
    stream.status === "error" || (stream.status === "connecting" && stream.error !== null),
  );
  const version = useSyncExternalStore(model?.subscribe ?? subscribeToNothing, model?.version ?? zero, zero);

  if (trace.data && model)
    return { status: "success", trace: newest(trace.data, model.latestTrace()), model, version, outputs };
  const error = trace.error ?? skeleton.error;
  if (!error) return { status: "pending", trace: trace.data ?? null, outputs };
  return {
    status: "error",
    error,
    retry: () => {
      void trace.refetch();
      void skeleton.refetch();
    },
  };
}

/** Entries of one commit and their effects arrive within this time. Rendering them together costs one render. */
const COMMIT_MS = 30;

function afterCommit(show: () => void): void {
  // The frame is requested first: a timer that outlives the page must not request one.
  requestAnimationFrame(() => setTimeout(show, COMMIT_MS));
}

/** Returns the newer record. The stream reports each change, but a query may have fetched a newer one. */
function newest(fetched: Trace, streamed: Trace | null): Trace {
  return streamed !== null && streamed.lastSequence >= fetched.lastSequence ? streamed : fetched;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

function zero(): number {
  return 0;
}
