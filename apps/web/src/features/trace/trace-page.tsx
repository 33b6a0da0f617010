"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { TraceDebugger } from "./trace-debugger.tsx";
import { useTraceLog } from "./use-trace-log.ts";

/** More of a task than this is not read in a tab. */
const TITLE_LENGTH = 80;

/** One run, seen from every side. What one looks at is in the address. */
export function TracePage({
  workspace,
  traceId,
}: {
  readonly workspace: string;
  readonly traceId: string;
}): ReactElement {
  const translate = useTranslations("trace.load");
  const tracesName = useTranslations("shell");
  const failureText = useFailureText();
  const log = useTraceLog(workspace, traceId);
  useDocumentTitle(log.status === "success" ? log.trace.task.slice(0, TITLE_LENGTH) : null);
  const traces = `/w/${encodeURIComponent(workspace)}/traces`;
  if (log.status === "pending") return <LoadingDebugger />;
  if (log.status === "error") {
    const failure = failureText(log.error, "load");
    return (
      <>
        <PageBar title={tracesName("traces")} />
        <ErrorState
          className="p-6"
          title={translate("failed")}
          happened={failure.message}
          fix={failure.fix}
          action={
            <span className="flex gap-2">
              <Button onClick={log.retry}>{translate("retry")}</Button>
              <ButtonLink href={traces} variant="ghost">
                {translate("toTraces")}
              </ButtonLink>
            </span>
          }
        />
      </>
    );
  }
  if (log.model.entries.length === 0) {
    return (
      <>
        <PageBar title={tracesName("traces")} />
        <EmptyState
          className="p-6"
          title={translate("empty")}
          action={<ButtonLink href={traces}>{translate("toTraces")}</ButtonLink>}
        >
          {translate("emptyHint")}
        </EmptyState>
      </>
    );
  }
  return (
    <TraceDebugger
      key={traceId}
      workspace={workspace}
      trace={log.trace}
      model={log.model}
      version={log.version}
    />
  );
}

/** The frame of the debugger with nothing in it yet, so that nothing moves when it comes. */
function LoadingDebugger(): ReactElement {
  return (
    <>
      <div className="flex min-h-14 flex-none flex-col justify-center gap-2 border-b border-line px-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="w-58 flex-none border-r border-line phone:w-full phone:border-0">
          <div className="h-9 border-b border-line phone:h-11" />
          <SkeletonRows rows={10} className="px-4 py-1" />
        </div>
        <div className="min-w-0 flex-1 phone:hidden">
          <div className="flex h-9 items-center border-b border-line px-2">
            <Skeleton className="h-7 w-72" />
          </div>
        </div>
        <div className="w-88 flex-none border-l border-line phone:hidden">
          <div className="h-9 border-b border-line" />
          <SkeletonRows rows={8} className="px-4 py-2" />
        </div>
      </div>
      <div className="h-28 flex-none border-t border-line phone:h-11" />
    </>
  );
}
