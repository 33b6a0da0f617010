"use client";
import { isTerminal } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { usePreloadWhenIdle } from "../../lib/use-preload-when-idle.ts";
import { Deferred } from "../../ui/deferred.tsx";
import { ResizablePanel } from "../../ui/resizable-panel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { MainPanel } from "./main-panel.tsx";
import { DebuggerProvider, RunProvider } from "./debugger-context.ts";
import { GoalPanel } from "./goal-panel.tsx";
import type { GraphHandle } from "./graph/graph-view.tsx";
import { DESKTOP_CHUNKS, InspectorOnDemand, PHONE_CHUNKS } from "./lazy-views.tsx";
import { LiveRegion } from "./live-region.tsx";
import { LoadingBody } from "./loading-body.tsx";
import { PhonePanels, panelForView } from "./phone-panels.tsx";
import { useJumps } from "./search/use-jumps.ts";
import { useTraceSearch } from "./search/use-trace-search.ts";
import { Scrubber } from "./scrubber/scrubber.tsx";
import { usePlayback } from "./scrubber/use-playback.ts";
import { TraceHeader } from "./trace-header.tsx";
import { createTraceModel, hasEnded } from "./trace-model.ts";
import type { TraceModel } from "./trace-model.ts";
import { useDebuggerState } from "./use-debugger-state.ts";
import { usePhone } from "./use-phone.ts";
import { useRunCommands } from "./use-run-commands.ts";
import type { RunPanels } from "./use-run-commands.ts";
import { WhyOpenProvider } from "./why/why-open.ts";
import type { WhyOpen } from "./why/why-open.ts";
import { WHY_VIEW } from "./why/why-view.ts";

const TREE_WIDTH = { initial: 232, minimum: 176, maximum: 480 };
const INSPECTOR_WIDTH = { initial: 352, minimum: 320, maximum: 720 };

export type TraceDebuggerProps = {
  readonly workspace: string;
  readonly trace: Trace;
  /** Null until the log has loaded. The trace record is available earlier. */
  readonly model: TraceModel | null;
  readonly version: number;
};

/** The model before the log has loaded. Nothing is ever appended to it. */
const NO_LOG = createTraceModel([], () => undefined);

/** The debugger: goal tree, main panel, inspector and scrubber, with a shared selection. */
export function TraceDebugger({ workspace, trace, model, version }: TraceDebuggerProps): ReactElement {
  const translate = useTranslations("trace");
  const hasLog = model !== null;
  const { shared, present, shownWindow } = useDebuggerState({
    workspace,
    trace,
    model: model ?? NO_LOG,
    version,
  });
  const { view, changeView, fullModel, showMoment } = shared;
  const [wantsFollow, setFollowing] = useState(
    view.goal === null && view.camera === null && view.moment === null && !isTerminal(trace.status),
  );
  const page = useRef<HTMLDivElement>(null);
  const graph = useRef<GraphHandle>(null);
  const inspector = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const jumps = useJumps(shared);
  const search = useTraceSearch(shared, jumps);
  const playback = usePlayback(shared);
  const phone = usePhone();
  const [panel, setPanel] = useState(() => panelForView(view));
  const [isWhyOpen, setWhyOpen] = useState(false);
  const whyOpen = useMemo((): WhyOpen => [isWhyOpen, setWhyOpen], [isWhyOpen]);
  useFirstFocus(page);
  usePreloadWhenIdle(phone ? PHONE_CHUNKS : DESKTOP_CHUNKS, hasLog);

  const run = useMemo(() => ({ workspace, traceId: trace.id }), [workspace, trace.id]);
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
    // With room for only one panel, bring it to the front.
    setPanel("details");
  };
  const following = (wantsFollow && !hasEnded(fullModel.entries)) || playback.playing;
  const panels: RunPanels = {
    canFit: () => graph.current !== null,
    fit: () => graph.current?.fit(),
    stepGraphLevel: (direction) => {
      graph.current?.stepLevel(direction);
      return graph.current !== null;
    },
    reveal: () => {
      if (graph.current) {
        graph.current.showSelection();
        return;
      }
      // Views reveal a selection when it changes, so select it again.
      const { goal, sequence } = view;
      changeView({ goal: null, sequence: null });
      requestAnimationFrame(() => {
        changeView({ goal, sequence });
      });
    },
    toggleFollow: () => {
      follow(!wantsFollow || view.moment !== null);
    },
    inspect: () => inspector.current?.focus(),
    showWhy: () => {
      showWhy();
      inspector.current?.focus();
    },
    focusSearch: () => searchField.current?.focus(),
    togglePlay: playback.toggle,
    search,
    jumps,
  };
  useRunCommands({ shared, panels: hasLog ? panels : null, element: page });

  /** The props of the main panel on desktop and phone. */
  const mainPanelProps = { search, searchRef: searchField, following, onLeaveSearch: leaveSearch };
  return (
    <RunProvider value={run}>
      <DebuggerProvider value={shared}>
        <WhyOpenProvider value={whyOpen}>
          <div ref={page} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            <DebuggerProvider value={present}>
              <TraceHeader
                following={wantsFollow && view.moment === null}
                onFollow={follow}
                onWhy={showWhy}
              />
              {hasLog && <LiveRegion />}
            </DebuggerProvider>
            {!hasLog ? (
              <LoadingBody />
            ) : phone ? (
              <PhonePanels {...mainPanelProps} panel={panel} onPanel={setPanel} />
            ) : (
              <div className="flex min-h-0 flex-1">
                <ResizablePanel
                  label={translate("goals.title")}
                  side="left"
                  width={TREE_WIDTH}
                  storageKey="trace-tree"
                  className="flex min-h-0 flex-col"
                >
                  <GoalPanel withEdges={false} />
                </ResizablePanel>
                <MainPanel graphRef={graph} {...mainPanelProps} />
                <ResizablePanel
                  label={translate("inspector.title")}
                  side="right"
                  width={INSPECTOR_WIDTH}
                  storageKey="trace-inspector"
                  className="flex min-h-0 flex-col"
                >
                  <div ref={inspector} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
                    <Deferred placeholder={<SkeletonRows rows={8} className="px-4 py-2" />}>
                      <InspectorOnDemand />
                    </Deferred>
                  </div>
                </ResizablePanel>
              </div>
            )}
            {hasLog && (
              <Scrubber
                playback={playback}
                shownWindow={shownWindow}
                onFollow={() => {
                  follow(true);
                }}
              />
            )}
          </div>
        </WhyOpenProvider>
      </DebuggerProvider>
    </RunProvider>
  );
}

/** Focuses the page, so that its keys work immediately, unless something else already has the focus. */
function useFirstFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      page.current?.focus({ preventScroll: true });
  }, [page]);
}
