"use client";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";

/** What the inspector shows of a goal or an entry: nothing is selected when a run is opened without a link into it. */
export const SelectionOnDemand = onDemand(
  async () => (await import("./selection-inspector.tsx")).SelectionInspector,
  <SkeletonRows rows={8} className="px-4 py-2" />,
);
