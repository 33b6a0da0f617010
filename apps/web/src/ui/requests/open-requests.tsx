"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { FailureNote } from "../failure-note.tsx";
import { RequestPanel } from "./request-panel.tsx";

export type OpenRequestsProps = {
  readonly workspace: string;
  readonly traceId: string;
  readonly className?: string;
};

/** How often the requests of a waiting run are read, for one of several that somebody else has decided. */
const REFRESH_MS = 5_000;

/** The open requests of a run that waits for people, as cards. Mounted while it waits. */
export function OpenRequests({ workspace, traceId, className }: OpenRequestsProps): ReactElement | null {
  const api = useTRPC();
  const requests = useQuery(
    api.requests.ofTrace.queryOptions(
      { workspace, traceId },
      { refetchInterval: REFRESH_MS, refetchOnMount: "always" },
    ),
  );
  if (requests.isError && requests.data === undefined)
    return <FailureNote error={requests.error} call="load" />;
  if (requests.data === undefined || requests.data.length === 0) return null;
  return (
    <div className={className}>
      {requests.data.map((request) => (
        <RequestPanel key={request.id} workspace={workspace} request={request} layout="card" />
      ))}
    </div>
  );
}
