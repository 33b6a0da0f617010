"use client";
import { isTerminal } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { ResizablePanel } from "../../ui/resizable-panel.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DebuggerProvider } from "./debugger-context.ts";
import type { Debugger } from "./debugger-context.ts";
import { GoalPanel } from "./goal-panel.tsx";
import { GraphView } from "./graph/graph-view.tsx";
import type { GraphHandle } from "./graph/graph-view.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { LiveRegion } from "./live-region.tsx";
import { pathTo } from "./selection-moves.ts";
import { TraceHeader } from "./trace-header.tsx";
import { entryAt } from "./trace-model.ts";
import type { TraceModel } from "./trace-model.ts";
import { toggled } from "./url-state.ts";
import { useDebuggerKeys } from "./use-debugger-keys.ts";
import { usePhone } from "./use-phone.ts";
import { useViewState } from "./use-view-state.ts";

export type TraceDebuggerProps = {
  readonly workspace: string;
  readonly trace: Trace;
  readonly model: TraceModel;
  readonly version: number;
};

const TREE_WIDTH = { initial: 232, minimum: 176, maximum: 480 };
const INSPECTOR_WIDTH = { initial: 352, minimum: 320, maximum: 720 };

/** Goal tree, graph and inspector of one run, sharing one selection. On a phone the tree stands in for the graph. */
export function TraceDebugger(props: TraceDebuggerProps): ReactElement {
  const translate = useTranslations("trace");
  const shared = useSharedState(props);
  const { view, trace } = shared;
  const nothingChosen = view.goal === null && view.camera === null;
  const [following, setFollowing] = useState(nothingChosen && !isTerminal(trace.status));
  const graph = useRef<GraphHandle>(null);
  const inspector = useRef<HTMLElement>(null);
  const phone = usePhone();
  const onKeyDown = useDebuggerKeys(shared, {
    fit: () => graph.current?.fit(),
    toggleFollow: () => {
      setFollowing((before) => !before);
    },
    inspect: () => inspector.current?.focus(),
  });

  return (
    <DebuggerProvider value={shared}>
      <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
        <TraceHeader following={following} onFollow={setFollowing} />
        <LiveRegion />
        {phone ? (
          <PhonePanels />
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
            <section aria-label={translate("graph.title")} className="min-h-0 min-w-0 flex-1">
              <GraphView ref={graph} following={following && !isTerminal(trace.status)} />
            </section>
            <ResizablePanel
              label={translate("inspector.title")}
              side="right"
              width={INSPECTOR_WIDTH}
              storageKey="trace-inspector"
              className="flex min-h-0 flex-col"
            >
              <section
                ref={inspector}
                tabIndex={-1}
                aria-label={translate("inspector.title")}
                className="flex min-h-0 flex-1 flex-col outline-none"
              >
                <Inspector />
              </section>
            </ResizablePanel>
          </div>
        )}
      </div>
    </DebuggerProvider>
  );
}

function PhonePanels(): ReactElement {
  const translate = useTranslations("trace.phone");
  const [panel, setPanel] = useState<"goals" | "details">("goals");
  return (
    <Tabs
      label={translate("label")}
      value={panel}
      onChange={setPanel}
      tabs={[
        {
          value: "goals",
          label: translate("goals"),
          content: (
            <div className="flex h-full flex-col">
              <GoalPanel withEdges />
            </div>
          ),
        },
        {
          value: "details",
          label: translate("details"),
          content: (
            <div className="flex h-full flex-col">
              <Inspector />
            </div>
          ),
        },
      ]}
    />
  );
}

function useSharedState({ workspace, trace, model, version }: TraceDebuggerProps): Debugger {
  const [view, changeView] = useViewState();
  return useMemo(
    () => ({
      workspace,
      trace,
      model,
      version,
      view,
      changeView,
      selectGoal: (goal) => {
        changeView({ goal, sequence: null });
      },
      selectSequence: (sequence) => {
        const goal = entryAt(model.entries, sequence)?.g ?? null;
        // What is selected must be in sight: the folds above it are opened, and no more than those.
        const above = goal === null ? [] : pathTo(model.graph, goal).slice(0, -1);
        changeView((before) => ({
          goal,
          sequence,
          folded: before.folded.filter((id) => !above.includes(id)),
        }));
      },
      toggleEdge: (goalId) => {
        changeView((before) => ({ open: toggled(before.open, goalId) }));
      },
      toggleGoal: (goalId) => {
        changeView((before) => ({ folded: toggled(before.folded, goalId) }));
      },
    }),
    [workspace, trace, model, version, view, changeView],
  );
}
