"use client";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";

/** The inspector of goals and entries, loaded on demand, because a run opens without a selection unless the link has one. */
export const SelectionOnDemand = onDemand(
  async () => (await import("./selection-inspector.tsx")).SelectionInspector,
  <SkeletonRows rows={8} className="px-4 py-2" />,
);
