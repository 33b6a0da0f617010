"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Link } from "../../ui/link.tsx";
import { Note } from "../../ui/note.tsx";
import { WaitingRequests } from "../../ui/requests/waiting-requests.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** How often the state of a trial is polled: calls take from milliseconds to minutes. */
const REFRESH_MS = 500;

/** A trial: the request that waits for a decision, then the result as a model would see it. */
export function TrialResult({
  workspace,
  traceId,
}: {
  readonly workspace: string;
  readonly traceId: string;
}): ReactElement {
  const translate = useTranslations("tools.trial");
  const api = useTRPC();
  const trial = useQuery(
    api.tools.trial.queryOptions(
      { workspace, traceId },
      { refetchInterval: ({ state }) => (state.data?.isOver === true ? false : REFRESH_MS) },
    ),
  );
  if (trial.isError && trial.data === undefined) return <FailureNote error={trial.error} call="load" />;
  if (trial.data === undefined) return <Skeleton className="h-8" />;
  const { trace, isOver, result, failure } = trial.data;
  return (
    <div role="status" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
        {isOver || trace.status === "waiting" ? null : (
          <StatusBadge status="running">{translate("running")}</StatusBadge>
        )}
        {result !== null && <Outcome result={result} />}
        <Link className="link" href={`${workspaceHref(workspace)}/traces/${encodeURIComponent(traceId)}`}>
          {translate("trace")}
        </Link>
      </div>
      <WaitingRequests workspace={workspace} trace={trace} />
      {failure !== null && (
        <Note tone="error">
          {failure.message} {failure.fix}
        </Note>
      )}
      {result !== null && result.output !== "" && <CodeBlock code={result.output} wrap foldAfter={40} />}
      {result?.isCut === true && <p className="text-12 text-ink-2">{translate("cut")}</p>}
    </div>
  );
}

function Outcome({
  result,
}: {
  readonly result: NonNullable<RouterOutputs["tools"]["trial"]["result"]>;
}): ReactElement {
  const translate = useTranslations("tools.trial");
  const format = useFormat();
  const { outcome, title, durationMs } = result;
  return (
    <>
      <Badge tone={outcome === "ok" ? "ok" : outcome === "error" ? "error" : "warn"}>
        {translate(`outcome.${outcome}`)}
      </Badge>
      <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
      {format.duration(durationMs)}
    </>
  );
}
