"use client";
import { lazy, Suspense } from "react";
import type { ReactElement } from "react";
import type { WorkspaceFrameProps } from "./workspace-frame.tsx";

const Frame = lazy(async () => ({ default: (await import("./workspace-frame.tsx")).WorkspaceFrame }));

/** The frame in a piece of code of its own: every page carries the code of the root's "not found", few show it. The server draws it whole. */
export function LazyWorkspaceFrame(props: WorkspaceFrameProps): ReactElement {
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  );
}
