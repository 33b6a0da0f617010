"use client";
import { isTerminal } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { flushSync } from "react-dom";
import { usePreloadWhenIdle } from "../../../lib/use-preload-when-idle.ts";
import { ResizablePanel } from "../../../ui/resizable-panel.tsx";
import { MainPanel } from "./main-panel.tsx";
import {
  DebuggerProvider,
  useActions,
  useLog,
  useStateReader,
  useView,
} from "../state/debugger-provider.tsx";
import { GoalPanel } from "./goal-panel.tsx";
import type { GraphHandle } from "../graph/graph-view.tsx";
import { PANEL_ROW } from "../graph/pane-place.ts";
import { DESKTOP_CHUNKS, InspectorOnDemand, PHONE_CHUNKS } from "./lazy-views.tsx";
import { LiveRegion } from "./live-region.tsx";
import { LoadingPanels, LoadingScrubber } from "./loading-body.tsx";
import { INSPECTOR_WIDTH, TREE_WIDTH } from "./panel-widths.ts";
import { PhonePanels, panelForView } from "./phone-panels.tsx";
import { useFirstPicture } from "./first-picture.tsx";
import { useJumps } from "../search/use-jumps.ts";
import { useTraceSearch } from "../search/use-trace-search.ts";
import { Scrubber } from "../scrubber/scrubber.tsx";
import { usePlayback } from "../scrubber/use-playback.ts";
import { TraceHeader } from "./trace-header.tsx";
import { hasEnded } from "../state/trace-model.ts";
import type { TraceModel } from "../state/trace-model.ts";
import { useDebuggerState } from "../state/use-debugger-state.ts";
import { usePhone } from "../parts/use-phone.ts";
import { useStoredSwitch } from "../parts/use-stored-switch.ts";
import { useRunCommands } from "./use-run-commands.ts";
import type { RunPanels } from "./use-run-commands.ts";
import { WhyOpenProvider } from "../why/why-open.ts";
import type { WhyOpen } from "../why/why-open.ts";
import { WHY_VIEW } from "../why/why-view.ts";

export type TraceDebuggerProps = {
  readonly workspace: string;
  readonly trace: Trace;
  /** Null until the log has loaded. The trace record is available earlier. */
  readonly model: TraceModel | null;
  readonly version: number;
};

/** The debugger: goal tree, main panel, inspector and scrubber, with a shared selection. */
export function TraceDebugger(props: TraceDebuggerProps): ReactElement {
  return <DebuggerProvider state={useDebuggerState(props)}>{FRAME}</DebuggerProvider>;
}

function DebuggerFrame(): ReactElement {
  const translate = useTranslations("trace");
  const read = useStateReader();
  const { changeView, showMoment } = useActions();
  const hasLog = useLog((log) => log.loaded);
  const hasEndedNow = useLog(({ fullModel }) => hasEnded(fullModel.entries));
  const isNow = useView((view) => view.moment === null);
  const mainView = useView((view) => view.mainView);
  const [wantsFollow, setFollowing] = useState(() => {
    const { view, log } = read();
    return view.goal === null && view.moment === null && !isTerminal(log.trace.status);
  });
  const page = useRef<HTMLDivElement>(null);
  const graph = useRef<GraphHandle>(null);
  const inspector = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const jumps = useJumps();
  const search = useTraceSearch(jumps);
  const playback = usePlayback();
  const phone = usePhone();
  const { picture, onDrawn } = useFirstPicture();
  const [panel, setPanel] = useState(() => panelForView(read().view));
  const [hasInspector, setInspector] = useStoredSwitch("trace-inspector-open");
  const [isWhyOpen, setWhyOpen] = useState(false);
  const whyOpen = useMemo((): WhyOpen => [isWhyOpen, setWhyOpen], [isWhyOpen]);
  useFirstFocus(page);
  usePreloadWhenIdle(phone ? PHONE_CHUNKS : DESKTOP_CHUNKS, hasLog);

  const leaveSearch = useCallback((): void => {
    page.current?.focus({ preventScroll: true });
  }, []);
  const follow = (following: boolean): void => {
    setFollowing(following);
    if (following) showMoment(null);
  };
  const showWhy = (): void => {
    changeView(WHY_VIEW);
    setWhyOpen(true);
    setInspector(true);
    // If only one panel fits, bring it to the front.
    setPanel("details");
  };
  const inspect = (): void => {
    // A closed inspector has nothing to focus before it is drawn.
    flushSync(() => {
      setInspector(true);
    });
    inspector.current?.focus();
  };
  const following = (wantsFollow && !hasEndedNow) || playback.playing;
  const panels: RunPanels = {
    canFit: () => graph.current !== null,
    fit: () => graph.current?.fit(),
    moveInGraph: (move) => {
      graph.current?.move(move);
      return graph.current !== null;
    },
    hasGraph: () => graph.current !== null,
    stepDistance: (direction) => graph.current?.stepDistance(direction),
    reveal: () => {
      if (graph.current) {
        graph.current.showSelection();
        return;
      }
      // Views reveal a selection when it changes, so select it again.
      const { goal, sequence } = read().view;
      changeView({ goal: null, sequence: null });
      requestAnimationFrame(() => {
        changeView({ goal, sequence });
      });
    },
    toggleFollow: () => {
      follow(!wantsFollow || !isNow);
    },
    inspect,
    showWhy: () => {
      showWhy();
      inspector.current?.focus();
    },
    focusSearch: () => searchField.current?.focus(),
    togglePlay: playback.toggle,
    search,
    jumps,
  };
  useRunCommands({ panels: hasLog ? panels : null, element: page });

  /** The props of the main panel on desktop and phone. */
  const mainPanelProps = { search, searchRef: searchField, following, onLeaveSearch: leaveSearch };
  const inspectorPanel = (
    <ResizablePanel
      label={translate("inspector.title")}
      side="right"
      width={INSPECTOR_WIDTH}
      storageKey="trace-inspector"
      className="phone:hidden"
    >
      <div ref={inspector} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <InspectorOnDemand />
      </div>
    </ResizablePanel>
  );
  return (
    <WhyOpenProvider value={whyOpen}>
      <div ref={page} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <TraceHeader following={wantsFollow && isNow} onFollow={follow} onWhy={showWhy} />
        {hasLog && isNow && <LiveRegion />}
        {hasLog && phone ? (
          <PhonePanels {...mainPanelProps} panel={panel} onPanel={setPanel} />
        ) : (
          <div {...{ [PANEL_ROW]: "" }} className="relative flex min-h-0 flex-1">
            {hasLog ? (
              <>
                {/* The timeline names the goals itself, in one grid with their bars. */}
                {mainView !== "timeline" && (
                  <ResizablePanel
                    label={translate("goals.title")}
                    side="left"
                    width={TREE_WIDTH}
                    storageKey="trace-tree"
                    className="flex min-h-0 flex-col"
                  >
                    <GoalPanel withEdges={false} />
                  </ResizablePanel>
                )}
                <MainPanel
                  graphRef={graph}
                  {...mainPanelProps}
                  hasInspector={hasInspector}
                  onInspector={setInspector}
                  onAnswer={inspect}
                  onDrawn={onDrawn}
                />
              </>
            ) : (
              <LoadingPanels />
            )}
            {/* The record of the run is known before its log, so its inspector does not wait for it. */}
            {!phone && hasInspector && inspectorPanel}
            {picture}
          </div>
        )}
        {hasLog ? (
          <Scrubber
            playback={playback}
            onFollow={() => {
              follow(true);
            }}
          />
        ) : (
          <LoadingScrubber />
        )}
      </div>
    </WhyOpenProvider>
  );
}

const FRAME = <DebuggerFrame />;

/** Focuses the page, so that its keys work immediately, unless something else already has the focus. */
function useFirstFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      page.current?.focus({ preventScroll: true });
  }, [page]);
}
