"use client";
import { Suspense, useState } from "react";
import type { ReactElement } from "react";
import { onServer } from "../../../lib/on-server.ts";
import { onDemand } from "../../../ui/on-demand.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { SelectionOnDemand } from "../inspector/selection-on-demand.tsx";
import { isPhone } from "../parts/use-phone.ts";
import { useView } from "../state/debugger-provider.tsx";

const ROWS = <SkeletonRows rows={8} className="px-4 py-2" />;

const InspectorOfServer = onServer(async () => (await import("../inspector/inspector.tsx")).Inspector);

/** The overview of the run is in its record, so the server draws it. A selection needs more. */
function ServerInspector(): ReactElement {
  const isOverview = useView(({ goal, sequence }) => goal === null && sequence === null);
  const [element] = useState(() => (
    <Suspense fallback={ROWS}>
      <InspectorOfServer />
    </Suspense>
  ));
  return isOverview ? element : ROWS;
}

/** The views of the run and the inspector, each in its own chunk, because a page shows one view at a time. */
export const GraphOnDemand = onDemand(async () => (await import("../graph/graph-view.tsx")).GraphView);
export const TranscriptOnDemand = onDemand(
  async () => (await import("../transcript/transcript-view.tsx")).TranscriptView,
  ROWS,
);
export const TimelineOnDemand = onDemand(
  async () => (await import("../timeline/timeline-view.tsx")).TimelineView,
  ROWS,
);
export const TableOnDemand = onDemand(async () => (await import("../table/table-view.tsx")).TableView, ROWS);
export const ContextOnDemand = onDemand(
  async () => (await import("../context/context-view.tsx")).ContextView,
  ROWS,
);
export const InspectorOnDemand = onDemand(
  async () => (await import("../inspector/inspector.tsx")).Inspector,
  <ServerInspector />,
);
export const ShareFormOnDemand = onDemand(
  async () => (await import("../header/share-form.tsx")).ShareForm,
  <SkeletonRows rows={6} />,
);

/** The chunks to preload on desktop, most likely first. */
export const DESKTOP_CHUNKS = [
  InspectorOnDemand,
  SelectionOnDemand,
  TranscriptOnDemand,
  TimelineOnDemand,
  TableOnDemand,
  ContextOnDemand,
  ShareFormOnDemand,
];
/** The chunks to preload on phones, which have no table and load the graph with its tab. */
export const PHONE_CHUNKS = [
  InspectorOnDemand,
  SelectionOnDemand,
  TranscriptOnDemand,
  TimelineOnDemand,
  ContextOnDemand,
  ShareFormOnDemand,
];

// Most people come for the graph and the panel next to it: load both immediately, in parallel with hydration and the log.
if (typeof window !== "undefined" && !isPhone()) {
  GraphOnDemand.preload();
  InspectorOnDemand.preload();
}
