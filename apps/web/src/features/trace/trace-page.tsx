"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LoadingBody } from "./loading-body.tsx";
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
  useDocumentTitle(log.status === "error" ? null : (log.trace?.task.slice(0, TITLE_LENGTH) ?? null));
  const traces = `/w/${encodeURIComponent(workspace)}/traces`;
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
  if (log.status === "success" && log.model.entries.length === 0) {
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
  if (log.trace === null) return <LoadingDebugger />;
  return (
    <TraceDebugger
      key={traceId}
      workspace={workspace}
      trace={log.trace}
      model={log.status === "success" ? log.model : null}
      version={log.status === "success" ? log.version : 0}
    />
  );
}

/** The frame of the debugger while not even the run is known, so that nothing moves when it comes. */
function LoadingDebugger(): ReactElement {
  return (
    <>
      <div className="flex min-h-14 flex-none flex-col justify-center gap-2 border-b border-line px-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
      <LoadingBody />
    </>
  );
}
