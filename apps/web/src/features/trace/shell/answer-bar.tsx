"use client";
import { useQuery } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { asksPeople } from "../../../lib/run-tree/asks-people.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useRequestTexts } from "../../../ui/requests/use-request-texts.ts";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { useIsTreeAsking } from "../state/use-page-tree.ts";

/** How often the question is polled, because someone else may answer it. */
const REFRESH_MS = 5_000;

/**
 * The question that the run asks people, with a button that opens all of it, for a page whose inspector is closed: the inspector has the question and
 * its answers. Renders nothing while no one is asked, and at an earlier moment, where the inspector has no answers either.
 */
export function AnswerBar({ onAnswer }: { readonly onAnswer: () => void }): ReactElement | null {
  const translate = useTranslations("trace.answer");
  const api = useTRPC();
  const { workspace, traceId } = useRun();
  const { status, waitingFor, isNow } = useLog(({ presentTrace, isNow }) => ({
    ...{ status: presentTrace.status, waitingFor: presentTrace.waitingFor, isNow },
  }));
  const isTreeAsking = useIsTreeAsking();
  const texts = useRequestTexts();
  const isAsking =
    isNow &&
    (isTreeAsking || (status === "waiting" && (asksPeople(waitingFor) || waitingFor === "children")));
  const requests = useQuery(
    api.requests.ofTrace.queryOptions(
      { workspace, traceId },
      { enabled: isAsking, refetchInterval: REFRESH_MS },
    ),
  );
  const open = isAsking ? (requests.data ?? []) : [];
  const [first] = open;
  if (first === undefined) return null;
  return (
    <section
      aria-label={translate("label")}
      className="flex min-h-10 flex-none items-center gap-3 border-t border-wait bg-wait/8 px-4 text-13"
    >
      <Icon icon={Hand} size={16} className="flex-none text-wait" />
      <p className="flex min-w-0 flex-1 items-baseline gap-2">
        <b className="flex-none font-semibold text-wait">{translate("waits", { count: open.length })}</b>
        <span
          className={first.question === null ? "flex-none" : "min-w-0 truncate"}
          title={texts.heading(first)}
        >
          {texts.heading(first)}
        </span>
        {first.question === null && (
          <code className="min-w-0 flex-1 truncate font-mono text-12 text-ink-2" title={first.title}>
            {first.title}
          </code>
        )}
      </p>
      <Button variant="primary" onClick={onAnswer}>
        {translate("answer")}
      </Button>
    </section>
  );
}
