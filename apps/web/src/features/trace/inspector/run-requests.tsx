"use client";
import type { ReactElement } from "react";
import { WaitingRequests } from "../../../ui/requests/waiting-requests.tsx";
import { useIsTreeAsking } from "../state/use-page-tree.ts";
import { useLog, useRun } from "../state/debugger-provider.tsx";

/** The requests to people that the run and its sub-agents wait for, below other content of the same column. */
export function RunRequests(): ReactElement {
  const { workspace } = useRun();
  const trace = useLog((log) => log.trace);
  const isTreeAsking = useIsTreeAsking();
  return (
    <WaitingRequests
      workspace={workspace}
      trace={trace}
      isTreeAsking={isTreeAsking}
      className="flex max-h-[60%] flex-none flex-col gap-3 overflow-y-auto border-t border-line px-2 pt-2 phone:max-h-[45%] *:last:mb-2 phone:p-0 phone:*:last:mb-0"
    />
  );
}
