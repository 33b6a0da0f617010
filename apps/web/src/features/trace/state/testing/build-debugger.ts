import type { OutlineEntry, Trace } from "@goaltrace/core/log";
import { buildTrace } from "@goaltrace/core/testing";
import type { Debugger, DebuggerActions } from "../debugger.ts";
import { shownLog } from "../shown-log.ts";
import { createShownWindow } from "../shown-window.ts";
import { createTraceModel } from "../trace-model.ts";
import { INITIAL_VIEW } from "../url-state.ts";
import type { ViewState } from "../url-state.ts";

export type BuiltDebugger = {
  readonly entries?: readonly OutlineEntry[];
  readonly view?: Partial<ViewState>;
  readonly actions?: Partial<DebuggerActions>;
  /** Fields of the record of the run. */
  readonly trace?: Partial<Trace>;
  /** Whether the newest entry is shown. Default true. */
  readonly isNow?: boolean;
};

/** Returns the state of a debugger that shows run `t1` of workspace `shop`. Its actions do nothing unless they are given. */
export function buildDebugger({
  entries = [],
  view = {},
  actions = {},
  trace: fields = {},
  isNow = true,
}: BuiltDebugger = {}): Debugger {
  const trace = { ...buildTrace({ id: "t1" }), ...fields };
  const model = shownLog(createTraceModel(entries, () => undefined));
  const ignore = (): undefined => undefined;
  return {
    run: { workspace: "shop", traceId: trace.id },
    view: { ...INITIAL_VIEW, ...view },
    log: {
      ...{ loaded: true, isPainted: true, trace, presentTrace: trace, totals: trace.totals },
      ...{ model, fullModel: model, isNow, onlyGoals: null },
    },
    actions: {
      ...{ changeView: ignore, selectGoal: ignore, selectSequence: ignore },
      ...{ showMoment: ignore, reportWindow: ignore, ...actions },
    },
    shownWindow: createShownWindow(),
  };
}
