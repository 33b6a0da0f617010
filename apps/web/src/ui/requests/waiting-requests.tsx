"use client";
import type { Trace } from "@goaltrace/core/log";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { asksPeople } from "../../lib/run-tree/asks-people.ts";
import { useWaitingChanges } from "../../lib/requests/use-waiting-changes.ts";
import { onDemand } from "../on-demand.tsx";
import type { OpenRequestsProps } from "./open-requests.tsx";

/** Few runs wait for people, so the code of their requests loads when it is needed. */
const OpenRequests = onDemand<OpenRequestsProps>(
  async () => (await import("./open-requests.tsx")).OpenRequests,
);

export type WaitingRequestsProps = {
  readonly workspace: string;
  readonly trace: Pick<Trace, "id" | "status" | "waitingFor">;
  /** Whether a sub-agent waits for a person while the run itself may continue. @default false */
  readonly isTreeAsking?: boolean;
  readonly className?: string;
};

/** The open requests of a run and its sub-agents, as cards. Renders nothing while none of them waits for people. */
export function WaitingRequests({
  workspace,
  trace,
  isTreeAsking = false,
  className,
}: WaitingRequestsProps): ReactElement | null {
  const { id, status, waitingFor } = trace;
  const noteWaiting = useWaitingChanges();
  useEffect(() => {
    noteWaiting({ id, status });
  }, [noteWaiting, id, status]);
  const isWaiting = status === "waiting" && (asksPeople(waitingFor) || waitingFor === "children");
  if (!isWaiting && !isTreeAsking) return null;
  return <OpenRequests workspace={workspace} traceId={id} className={className} />;
}
