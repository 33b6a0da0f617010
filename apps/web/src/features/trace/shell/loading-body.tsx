import type { ReactElement } from "react";
import { Skeleton, SkeletonRows } from "../../../ui/skeleton.tsx";

/** The empty panels of the debugger, in their final size. */
export function LoadingBody(): ReactElement {
  return (
    <>
      <div className="flex min-h-0 flex-1">
        <LoadingPanels />
        <div className="w-88 flex-none border-l border-line phone:hidden">
          <div className="h-9 border-b border-line" />
          <SkeletonRows rows={8} className="px-4 py-2" />
        </div>
      </div>
      <LoadingScrubber />
    </>
  );
}

/** The empty goal tree and main panel. */
export function LoadingPanels(): ReactElement {
  return (
    <>
      <div className="w-58 flex-none border-r border-line phone:w-full phone:border-0">
        <div className="h-9 border-b border-line phone:h-11" />
        <SkeletonRows rows={10} className="px-4 py-1" />
      </div>
      <div className="min-w-0 flex-1 phone:hidden">
        <div className="flex h-9 items-center border-b border-line px-2">
          <Skeleton className="h-7 w-72" />
        </div>
      </div>
    </>
  );
}

export function LoadingScrubber(): ReactElement {
  return <div className="h-28 flex-none border-t border-line phone:h-11" />;
}
