"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactElement } from "react";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { FailureNote } from "../failure-note.tsx";
import { RequestPanel } from "./request-panel.tsx";

export type OpenRequestsProps = {
  readonly workspace: string;
  readonly traceId: string;
  readonly className?: string;
};

/** How often the requests of a waiting run are polled, because someone else may decide one of several. */
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
  const [decided, setDecided] = useState<readonly RequestView[]>([]);
  if (requests.isError && requests.data === undefined)
    return <FailureNote error={requests.error} call="load" />;
  const open = requests.data ?? [];
  // A decided request is shown as decided until the run continues, although it is no longer open.
  const shown = [...decided.filter(({ id }) => open.every((request) => request.id !== id)), ...open];
  if (shown.length === 0) return null;
  return (
    <div className={className}>
      {shown.map((request) => (
        <RequestPanel
          key={request.id}
          workspace={workspace}
          request={request}
          layout="card"
          onAccepted={() => {
            setDecided((known) => [...known.filter(({ id }) => id !== request.id), request]);
          }}
        />
      ))}
    </div>
  );
}
