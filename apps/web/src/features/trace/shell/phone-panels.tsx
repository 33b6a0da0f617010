"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { RunRequests } from "../inspector/run-requests.tsx";
import { FailingToggle } from "./main-panel.tsx";
import type { MainPanelProps } from "./main-panel.tsx";
import {
  ContextOnDemand,
  GraphOnDemand,
  InspectorOnDemand,
  TimelineOnDemand,
  TranscriptOnDemand,
} from "./lazy-views.tsx";
import { useActions, useView } from "../state/debugger-provider.tsx";
import { GoalPanel } from "./goal-panel.tsx";
import { ToolbarSlotProvider } from "../parts/toolbar-slot.ts";
import { SearchBox } from "../search/search-box.tsx";
import type { ViewState } from "../state/url-state.ts";

const PANELS = ["graph", "goals", "transcript", "timeline", "context", "details"] as const;
export type PhonePanel = (typeof PANELS)[number];

export type PhonePanelsProps = Omit<MainPanelProps, "graphRef"> & {
  readonly panel: PhonePanel;
  readonly onPanel: (panel: PhonePanel) => void;
};

/** The debugger on small screens, one panel at a time. The graph is a vertical line there, and the goals are an equivalent list. */
export function PhonePanels({
  search,
  searchRef,
  following,
  onLeaveSearch,
  panel,
  onPanel,
}: PhonePanelsProps): ReactElement {
  const translate = useTranslations("trace.phone");
  const view = useView(({ sequence }) => ({ sequence }));
  const { changeView } = useActions();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const choose = (next: PhonePanel): void => {
    onPanel(next);
    // Keep the open view in the URL, so that the link works on phone and desktop.
    if (next !== "details") changeView({ mainView: next === "goals" ? "graph" : next });
  };
  // Tapping a call opens its details; goals, cards and turns open in place.
  const { sequence } = view;
  const before = useRef(sequence);
  useEffect(() => {
    if (sequence !== before.current && sequence !== null && (panel === "graph" || panel === "goals"))
      onPanel("details");
    before.current = sequence;
  }, [sequence, panel, onPanel]);
  const contents: Readonly<Record<PhonePanel, ReactElement>> = {
    graph: <GraphOnDemand following={following} />,
    goals: <GoalPanel withEdges />,
    transcript: (
      <TranscriptOnDemand
        hits={search.hitSet}
        following={following}
        onInspect={() => {
          onPanel("details");
        }}
      />
    ),
    timeline: <TimelineOnDemand hits={search.hitSet} />,
    context: <ContextOnDemand following={following} />,
    details: <InspectorOnDemand />,
  };
  return (
    <ToolbarSlotProvider value={slot}>
      {panel !== "details" && (
        <div className="flex flex-none items-center gap-1 border-b border-line px-4 py-1">
          <SearchBox search={search} inputRef={searchRef} onLeave={onLeaveSearch} />
          <FailingToggle />
          <span
            ref={setSlot}
            className={classNames("flex flex-none items-center", panel === "graph" && "min-w-33")}
          />
        </div>
      )}
      <Tabs
        label={translate("label")}
        value={panel}
        onChange={choose}
        tabs={PANELS.map((value) => ({
          value,
          label: translate(value),
          content: <div className="flex h-full min-h-0 flex-col">{contents[value]}</div>,
        }))}
      />
      {/* The details are closed together with them. */}
      {panel !== "details" && <RunRequests />}
    </ToolbarSlotProvider>
  );
}

/** Returns the panel for a desktop view. A link to an entry opens its details instead of the graph. */
export function panelForView({ mainView, sequence }: Pick<ViewState, "mainView" | "sequence">): PhonePanel {
  if (mainView === "graph" && sequence !== null) return "details";
  return PANELS.find((panel) => panel === mainView) ?? "graph";
}
