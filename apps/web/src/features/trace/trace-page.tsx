"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { TraceDebugger } from "./trace-debugger.tsx";
import { useTraceLog } from "./use-trace-log.ts";

/** One run, seen from every side. What one looks at is in the address. */
export function TracePage({
  workspace,
  traceId,
}: {
  readonly workspace: string;
  readonly traceId: string;
}): ReactElement {
  const translate = useTranslations("trace.load");
  const log = useTraceLog(workspace, traceId);
  if (log.status === "pending") return <LoadingDebugger />;
  if (log.status === "error") {
    return (
      <ErrorState
        className="p-6"
        title={translate("failed")}
        happened={log.message}
        action={
          <span className="flex gap-2">
            <Button onClick={log.retry}>{translate("retry")}</Button>
            <ButtonLink href={`/w/${encodeURIComponent(workspace)}/traces`} variant="ghost">
              {translate("toTraces")}
            </ButtonLink>
          </span>
        }
      />
    );
  }
  return <TraceDebugger workspace={workspace} trace={log.trace} model={log.model} version={log.version} />;
}

/** The frame of the debugger with nothing in it yet, so that nothing moves when it comes. */
function LoadingDebugger(): ReactElement {
  return (
    <>
      <div className="flex h-14 flex-none flex-col justify-center gap-2 border-b border-line px-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
      <div className="flex min-h-0 flex-1">
        <SkeletonRows
          rows={10}
          className="w-58 flex-none border-r border-line px-4 pt-9 phone:w-full phone:border-0"
        />
        <div className="flex-1 phone:hidden" />
        <SkeletonRows rows={8} className="w-88 flex-none border-l border-line px-4 pt-9 phone:hidden" />
      </div>
    </>
  );
}
