"use client";
import type { OutlineEntry, TraceStatus } from "@goaltrace/core/log";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { DebuggerProvider } from "../../state/debugger-provider.tsx";
import type { Debugger } from "../../state/debugger.ts";
import { createShownWindow } from "../../state/shown-window.ts";
import { createTraceModel } from "../../state/trace-model.ts";
import { INITIAL_VIEW } from "../../state/url-state.ts";
import type { ViewState } from "../../state/url-state.ts";
import { shownLog } from "../../state/shown-log.ts";
import { createActions } from "../../state/use-debugger-state.ts";
import type { ChangeView } from "../../state/use-view-state.ts";
import { GraphView } from "../graph-view.tsx";
import { showcaseTrace } from "./showcase-log.ts";

export type ShownRunProps = {
  readonly entries: readonly OutlineEntry[];
  readonly status: TraceStatus;
  readonly start?: Partial<ViewState>;
  readonly height: number;
};

/** The graph of a recorded run with its own view state: the real component outside of a page. */
export function ShownRun({ entries, status, start, height }: ShownRunProps): ReactElement {
  const [view, setView] = useState<ViewState>({ ...INITIAL_VIEW, ...start });
  const shared = useMemo<Omit<Debugger, "view">>(() => {
    const model = createTraceModel(entries, (run) => requestAnimationFrame(run));
    const log = shownLog(model);
    const trace = showcaseTrace(status);
    const shownWindow = createShownWindow();
    const changeView: ChangeView = (change) => {
      setView((before) => ({ ...before, ...(typeof change === "function" ? change(before) : change) }));
    };
    return {
      run: { workspace: "", traceId: trace.id },
      log: {
        ...{ loaded: true, isPainted: true, trace, presentTrace: trace, totals: null },
        ...{ model: log, fullModel: log, isNow: true, onlyGoals: null },
      },
      actions: { ...createActions(model, changeView), reportWindow: shownWindow.set },
      shownWindow,
    };
  }, [entries, status]);
  const state = useMemo(() => ({ ...shared, view }), [shared, view]);
  return (
    <div style={{ height }} className="border border-line">
      <DebuggerProvider state={state}>{GRAPH}</DebuggerProvider>
    </div>
  );
}

const GRAPH = <GraphView following={false} />;
