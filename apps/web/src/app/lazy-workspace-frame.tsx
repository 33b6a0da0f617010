"use client";
import { lazy, Suspense } from "react";
import type { ReactElement } from "react";
import type { WorkspaceFrameProps } from "./workspace-frame.tsx";

const Frame = lazy(async () => ({ default: (await import("./workspace-frame.tsx")).WorkspaceFrame }));

/** The workspace frame as a separate chunk: every page includes the root not-found page, but few show it. The server renders it fully. */
export function LazyWorkspaceFrame(props: WorkspaceFrameProps): ReactElement {
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  );
}
