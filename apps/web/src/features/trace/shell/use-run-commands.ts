"use client";
import { agentPlaceId } from "@goaltrace/core/graph";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { useCommands } from "../../../lib/commands/use-commands.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useStateReader } from "../state/debugger-provider.tsx";
import type { Debugger } from "../state/debugger.ts";
import { foldLevel } from "../state/fold-level.ts";
import type { BoxMove } from "../graph/box-moves.ts";
import { foldedGoals, foldingChanges, toggleOpen } from "../graph/folding.ts";
import type { RunActions } from "./run-actions.ts";
import { RUN_COMMANDS } from "./run-commands.ts";
import type { Jumps } from "../search/use-jumps.ts";
import type { TraceSearch } from "../search/use-trace-search.ts";
import { entryAt } from "../state/trace-model.ts";
import { nextExpensive, siblingGoal, stepCall, stepMark, stepSequence } from "../state/selection-moves.ts";
import type { Direction } from "../state/selection-moves.ts";
import { viewHref } from "../state/url-state.ts";

/** The panel actions that commands use besides the shared state. */
export type RunPanels = Pick<
  RunActions,
  | "canFit"
  | "fit"
  | "reveal"
  | "toggleFollow"
  | "inspect"
  | "showWhy"
  | "focusSearch"
  | "togglePlay"
  | "hasGraph"
  | "stepDistance"
> & {
  /** Moves the selection in the graph. Returns false without a graph. */
  readonly moveInGraph: (move: BoxMove) => boolean;
  readonly search: Pick<TraceSearch, "go" | "hits">;
  readonly jumps: Pick<Jumps, "jumpTo">;
};

export type RunCommandsInput = {
  /** Null until the log has loaded: the keys are listed but do nothing. */
  readonly panels: RunPanels | null;
  /** The debugger element. Keys are active while the focus is inside. */
  readonly element: RefObject<HTMLElement | null>;
};

/** Registers the commands of the debugger. */
export function useRunCommands({ panels, element }: RunCommandsInput): void {
  const read = useStateReader();
  const copyLink = useCopyLink(read);
  const showToast = useToast();
  const translate = useTranslations("trace.keys");
  const context =
    panels === null
      ? null
      : ({
          ...panels,
          ...createMoves(read, panels),
          jumpTo: (mark, direction) => {
            const { view, log } = read();
            const jump = stepMark(log.fullModel.entries, view.sequence, { kind: mark, direction });
            if (jump === null) {
              showToast({ text: translate(`none.${mark}`) });
              return;
            }
            if (jump.isAround) showToast({ text: translate(direction === 1 ? "fromStart" : "fromEnd") });
            panels.jumps.jumpTo(jump.sequence);
          },
          jumpToExpensive: () => {
            const { view, log } = read();
            const jump = nextExpensive(log.model.entries, view.sequence);
            if (jump === null) {
              showToast({ text: translate("none.expensive") });
              return;
            }
            if (jump.isAround) showToast({ text: translate("fromMostExpensive") });
            panels.jumps.jumpTo(jump.sequence);
          },
          fit: () => {
            const { view, actions } = read();
            if (view.mainView === "timeline") actions.changeView({ span: null });
            else panels.fit();
          },
          canFit: () => read().view.mainView === "timeline" || panels.canFit(),
          toggleSteps: () => {
            const { view, log, actions } = read();
            const { agents, focusId } = log.model.graph;
            const agent = [...agents.values()].find(({ sequence }) => sequence === view.sequence);
            const place = agent === undefined ? (view.goal ?? focusId) : agentPlaceId(agent);
            actions.changeView((before) => toggleOpen(before, place));
          },
          hasHits: panels.search.hits.length > 0,
          goToHit: panels.search.go,
          toggleFailing: () => {
            read().actions.changeView(({ filter }) => ({ filter: filter === "failing" ? "all" : "failing" }));
          },
          show: (mainView) => {
            read().actions.changeView({ mainView });
          },
          copyLink: () => void copyLink(),
        } satisfies RunActions);
  useCommands(RUN_COMMANDS, { context, element });
}

/** Returns the moves relative to the selection. */
function createMoves(
  read: () => Debugger,
  { moveInGraph }: Pick<RunPanels, "moveInGraph">,
): Pick<RunActions, "stepEntry" | "stepSibling" | "stepLevel" | "goToEnd"> {
  // When a step is selected, the arrow keys move through the steps of its wire.
  const isOnBox = ({ view, log }: Debugger): boolean => {
    const isEnd = view.sequence !== null && entryAt(log.fullModel.entries, view.sequence)?.k === "end";
    return view.mainView === "graph" && (view.sequence === null || isEnd) && view.moment === null;
  };
  const stepEntry = (direction: Direction): void => {
    const { view, log, actions } = read();
    if (view.mainView === "context") {
      const call = stepCall(log.fullModel.entries, view.sequence ?? view.moment, direction);
      if (call !== null) actions.selectSequence(call);
      return;
    }
    const entry = stepSequence(log.fullModel.entries, view.sequence ?? view.moment, direction);
    if (entry) actions.selectSequence(entry.q);
  };
  return {
    stepEntry: (direction) => {
      if (isOnBox(read()) && moveInGraph(direction === 1 ? "next" : "previous")) return;
      stepEntry(direction);
    },
    stepSibling: (direction) => {
      if (isOnBox(read()) && moveInGraph(direction === 1 ? "down" : "up")) return;
      const { view, log, actions } = read();
      if (view.mainView === "graph" && view.sequence !== null) {
        stepEntry(direction);
        return;
      }
      const { graph } = log.model;
      const goal = siblingGoal(graph, view.goal ?? graph.rootId, direction);
      if (goal !== null) actions.selectGoal(goal);
    },
    stepLevel: (direction) => {
      const { view, log, actions } = read();
      if (view.mainView === "graph" && moveInGraph(direction === 1 ? "child" : "header")) return;
      const whole = log.fullModel.graph;
      const folded = foldLevel(log.model.graph, [...foldedGoals(whole, view)], direction);
      actions.changeView({ folded: foldingChanges(whole, folded) });
    },
    goToEnd: (direction) => {
      const { view, log, actions } = read();
      if (view.mainView === "graph" && moveInGraph(direction === 1 ? "last" : "first")) return;
      const entry = stepSequence(log.fullModel.entries, null, direction === 1 ? -1 : 1);
      if (entry) actions.selectSequence(entry.q);
    },
  };
}

function useCopyLink(read: () => Debugger): () => Promise<void> {
  const translate = useTranslations("trace");
  const showToast = useToast();
  return async () => {
    const { view, run } = read();
    const link = new URL(viewHref(view, run.traceId), window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      showToast({ text: translate("linkCopied") });
    } catch {
      showToast({ text: translate("linkNotCopied", { link }) });
    }
  };
}
