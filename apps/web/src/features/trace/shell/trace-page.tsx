"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useDocumentTitle } from "../../../lib/use-document-title.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PageBar } from "../../../ui/shell/page-bar.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { PlacedPicture } from "../graph/first-picture.ts";
import { FirstPictureProvider } from "./first-picture.tsx";
import { LiveOutputsProvider } from "../state/live-outputs.ts";
import { LoadingBody } from "./loading-body.tsx";
import { TraceDebugger } from "./trace-debugger.tsx";
import { useTraceLog } from "../state/use-trace-log.ts";

/** Longer titles are unreadable in a browser tab. */
const TITLE_LENGTH = 80;

/** The page of one run. The view state is in the URL. */
export function TracePage({
  workspace,
  traceId,
  picture,
}: {
  readonly workspace: string;
  readonly traceId: string;
  /** The graph as it opens, drawn by the server; null where it cannot be known there. */
  readonly picture: PlacedPicture | null;
}): ReactElement {
  const translate = useTranslations("trace.load");
  const tracesName = useTranslations("shell");
  const log = useTraceLog(workspace, traceId);
  useDocumentTitle(log.status === "error" ? null : (log.trace?.task.slice(0, TITLE_LENGTH) ?? null));
  const traces = `/w/${encodeURIComponent(workspace)}/traces`;
  if (log.status === "error") {
    return (
      <>
        <PageBar title={tracesName("traces")} />
        <LoadFailed query={{ error: log.error, refetch: log.retry }} title={translate("failed")}>
          <ButtonLink href={traces} variant="ghost">
            {translate("toTraces")}
          </ButtonLink>
        </LoadFailed>
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
    <LiveOutputsProvider value={log.outputs}>
      <FirstPictureProvider value={picture}>
        <TraceDebugger
          key={traceId}
          workspace={workspace}
          trace={log.trace}
          model={log.status === "success" ? log.model : null}
          version={log.status === "success" ? log.version : 0}
        />
      </FirstPictureProvider>
    </LiveOutputsProvider>
  );
}

/** The frame of the debugger before the run is known, in its final size so that nothing moves. */
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
