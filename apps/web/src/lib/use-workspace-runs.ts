"use client";
import type { Trace } from "@goaltrace/core/log";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useRef } from "react";
import { useReportReconnecting } from "./connection.ts";
import { useWaitingChanges } from "./requests/use-waiting-changes.ts";
import { useTRPC } from "./trpc.tsx";

type RunsListener = {
  readonly onChange: (trace: Trace) => void;
  /** The stream is open. Changes between the last load, or the connection loss, and this moment were not reported. */
  readonly onOpen: (isReconnected: boolean) => void;
};

/** Follows the runs of a workspace. The stream reports changes only while it is open, so `onOpen` should reload what it may have missed. */
export function useWorkspaceRuns(workspace: string, { onChange, onOpen }: RunsListener): void {
  const api = useTRPC();
  const noteWaiting = useWaitingChanges();
  const hasOpened = useRef(false);
  const stream = useSubscription(
    api.traces.watch.subscriptionOptions(
      { workspace },
      {
        onStarted: () => {
          onOpen(hasOpened.current);
          hasOpened.current = true;
        },
        onData: (update) => {
          noteWaiting(update.trace);
          onChange(update.trace);
        },
      },
    ),
  );
  useReportReconnecting(
    stream.status === "error" || (stream.status === "connecting" && stream.error !== null),
  );
}
