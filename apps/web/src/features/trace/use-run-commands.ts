"use client";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Debugger } from "./debugger-context.ts";
import { foldLevel } from "./fold-level.ts";
import { foldedGoals, foldingChanges } from "./graph/folding.ts";
import type { RunActions } from "./run-actions.ts";
import { RUN_COMMANDS } from "./run-commands.ts";
import type { Jumps } from "./search/use-jumps.ts";
import type { TraceSearch } from "./search/use-trace-search.ts";
import { siblingGoal, stepMark, stepSequence } from "./selection-moves.ts";
import type { Direction } from "./selection-moves.ts";
import { viewHref } from "./url-state.ts";

/** The panel actions that commands use besides the shared state. */
export type RunPanels = Pick<
  RunActions,
  "canFit" | "fit" | "reveal" | "toggleFollow" | "inspect" | "showWhy" | "focusSearch" | "togglePlay"
> & {
  /** Steps the level of detail in the graph. Returns false without a graph. */
  readonly stepGraphLevel: (direction: Direction) => boolean;
  readonly search: Pick<TraceSearch, "go" | "hits">;
  readonly jumps: Pick<Jumps, "jumpTo">;
};

export type RunCommandsInput = {
  readonly shared: Debugger;
  /** Null until the log has loaded: the keys are listed but do nothing. */
  readonly panels: RunPanels | null;
  /** The debugger element. Keys are active while the focus is inside. */
  readonly element: RefObject<HTMLElement | null>;
};

/** Registers the commands of the debugger. */
export function useRunCommands({ shared, panels, element }: RunCommandsInput): void {
  const copyLink = useCopyLink(shared);
  const showToast = useToast();
  const translate = useTranslations("trace.keys.noMore");
  const { model, fullModel, view, changeView } = shared;
  const context =
    panels === null
      ? null
      : ({
          ...panels,
          ...createMoves(shared, panels),
          jumpTo: (mark, direction) => {
            const entry = stepMark(fullModel.entries, view.sequence, { kind: mark, direction });
            if (entry) panels.jumps.jumpTo(entry.q);
            else showToast({ text: translate(mark) });
          },
          fit: () => {
            if (view.mainView === "timeline") changeView({ span: null });
            else panels.fit();
          },
          canFit: () => view.mainView === "timeline" || panels.canFit(),
          toggleSteps: () => {
            shared.toggleEdge(view.goal ?? model.graph.focusId);
          },
          hasHits: panels.search.hits.length > 0,
          goToHit: panels.search.go,
          toggleFailing: () => {
            changeView({ filter: view.filter === "failing" ? "all" : "failing" });
          },
          show: (mainView) => {
            changeView({ mainView });
          },
          copyLink: () => void copyLink(),
        } satisfies RunActions);
  useCommands(RUN_COMMANDS, { context, element });
}

/** Returns the moves relative to the selection. */
function createMoves(
  shared: Debugger,
  { stepGraphLevel }: Pick<RunPanels, "stepGraphLevel">,
): Pick<RunActions, "stepEntry" | "stepSibling" | "stepLevel"> {
  const { model, fullModel, view, changeView, selectSequence, selectGoal } = shared;
  return {
    stepEntry: (direction) => {
      const entry = stepSequence(fullModel.entries, view.sequence ?? view.moment, direction);
      if (entry) selectSequence(entry.q);
    },
    stepSibling: (direction) => {
      const goal = siblingGoal(model.graph, view.goal ?? model.graph.rootId, direction);
      if (goal !== null) selectGoal(goal);
    },
    stepLevel: (direction) => {
      if (view.mainView === "graph" && stepGraphLevel(direction)) return;
      const folded = foldLevel(model.graph, [...foldedGoals(fullModel.graph, view)], direction);
      changeView({ folded: foldingChanges(fullModel.graph, folded) });
    },
  };
}

function useCopyLink(shared: Debugger): () => Promise<void> {
  const translate = useTranslations("trace");
  const showToast = useToast();
  return async () => {
    const link = new URL(viewHref(shared.view), window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      showToast({ text: translate("linkCopied") });
    } catch {
      showToast({ text: translate("linkNotCopied", { link }) });
    }
  };
}
