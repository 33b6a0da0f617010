"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { StatusBadge } from "../../../ui/badge.tsx";
import { runStatus } from "../../../ui/goal-status.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { givenUpIn } from "../why/given-up.ts";

/** The status of the run at the displayed moment. A completed run says how many of its parts were given up. */
export function RunStatusBadge(): ReactElement {
  const translate = useTranslations("common");
  const { status, errors, isNow, givenUp } = useLog(({ trace, isNow, model }) => ({
    ...{ status: trace.status, errors: trace.totals.errors, isNow },
    givenUp: trace.status === "completed" ? givenUpIn(model).length : 0,
  }));
  const shown = runStatus(status, errors);
  return (
    <StatusBadge status={shown} past={!isNow}>
      {givenUp === 0 ? undefined : (
        // One element, or the badge would put its gap before the comma.
        <span>
          {translate.rich("statusGivenUp", {
            ...{ status: translate(`status.${shown}`), count: givenUp },
            // On a phone the line of facts needs the width.
            more: (text) => <span className="phone:hidden">{text}</span>,
          })}
        </span>
      )}
    </StatusBadge>
  );
}
