"use client";
import type { Trace } from "@goaltrace/core/log";
import { useEffect } from "react";
import type { ReactElement } from "react";
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
  readonly className?: string;
};

/** A budget that is used up is a question too. */
function isAsking(waitingFor: Trace["waitingFor"]): boolean {
  return waitingFor === "approval" || waitingFor === "question" || waitingFor === "budget";
}

/** The open requests of a run, as cards. Renders nothing while the run does not wait for people. */
export function WaitingRequests({ workspace, trace, className }: WaitingRequestsProps): ReactElement | null {
  const { id, status, waitingFor } = trace;
  const noteWaiting = useWaitingChanges();
  useEffect(() => {
    noteWaiting({ id, status });
  }, [noteWaiting, id, status]);
  if (status !== "waiting" || !isAsking(waitingFor)) return null;
  return <OpenRequests workspace={workspace} traceId={id} className={className} />;
}
