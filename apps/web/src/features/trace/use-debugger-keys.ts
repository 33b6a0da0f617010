"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Debugger } from "./debugger-context.ts";
import { keyAction } from "./debugger-keys.ts";
import type { KeyAction } from "./debugger-keys.ts";
import { foldLevel } from "./fold-level.ts";
import { foldedGoals, foldingChanges } from "./graph/folding.ts";
import type { Jumps } from "./search/use-jumps.ts";
import type { TraceSearch } from "./search/use-trace-search.ts";
import { siblingGoal, stepMark, stepSequence } from "./selection-moves.ts";
import type { Direction, MarkKind } from "./selection-moves.ts";
import { viewHref } from "./url-state.ts";

export type KeyTargets = {
  readonly fit: () => void;
  /** Goes a level of detail nearer or further in the graph; false when there is no graph. */
  readonly stepLevel: (direction: Direction) => boolean;
  /** Brings what is selected back into sight. */
  readonly reveal: () => void;
  readonly toggleFollow: () => void;
  /** Puts the focus into the inspector. */
  readonly inspect: () => void;
  /** Shows why the run stands as it does. */
  readonly why: () => void;
  /** Puts the focus into the search field. */
  readonly focusSearch: () => void;
  readonly togglePlay: () => void;
  readonly help: () => void;
  readonly search: Pick<TraceSearch, "go">;
  readonly jumps: Pick<Jumps, "jumpTo">;
};

/** A key after `g` belongs to it for this long. */
const CHORD_MS = 1_500;
const TYPING = "input, textarea, select, [contenteditable='true']";
const CONTROL = "button, a, summary, [role='treeitem'], [role='separator'], [role='menuitem']";

/** The keys of the debugger. They are heard only while the focus is inside of it. */
export function useDebuggerKeys(
  shared: Debugger,
  targets: KeyTargets,
): (event: KeyboardEvent<HTMLElement>) => void {
  const [singleKeys] = useSingleKeys();
  const copyLink = useCopyLink(shared);
  const chordAt = useRef(Number.NEGATIVE_INFINITY);
  const showToast = useToast();
  const translate = useTranslations("trace.keys");

  const jump = (mark: MarkKind, direction: Direction): void => {
    const entry = stepMark(shared.whole.entries, shared.view.sequence, { kind: mark, direction });
    if (entry) targets.jumps.jumpTo(entry.q);
    else showToast({ text: translate(`noMore.${mark}`) });
  };
  const act = (action: KeyAction): void => {
    const { model, whole, view, changeView, selectSequence, selectGoal, toggleEdge } = shared;
    switch (action.kind) {
      case "sequence": {
        const entry = stepSequence(whole.entries, view.sequence ?? view.moment, action.direction);
        if (entry) selectSequence(entry.q);
        return;
      }
      case "mark":
        jump(action.mark, action.direction);
        return;
      case "sibling": {
        const goal = siblingGoal(model.graph, view.goal ?? model.graph.rootId, action.direction);
        if (goal !== null) selectGoal(goal);
        return;
      }
      case "level":
        if (view.centre === "graph" && targets.stepLevel(action.direction)) return;
        changeView({
          folded: foldingChanges(
            whole.graph,
            foldLevel(model.graph, [...foldedGoals(whole.graph, view)], action.direction),
          ),
        });
        return;
      case "hit":
        targets.search.go(action.direction);
        return;
      case "expand":
        toggleEdge(view.goal ?? model.graph.focusId);
        return;
      case "view":
        changeView({ centre: action.view });
        return;
      case "inspect":
        targets.inspect();
        return;
      case "fit":
        if (view.centre === "timeline") changeView({ span: null });
        else targets.fit();
        return;
      case "selection":
        targets.reveal();
        return;
      case "follow":
        targets.toggleFollow();
        return;
      case "play":
        targets.togglePlay();
        return;
      case "search":
        targets.focusSearch();
        return;
      case "why":
        targets.why();
        return;
      case "failing":
        changeView({ filter: view.filter === "failing" ? "all" : "failing" });
        return;
      case "help":
        targets.help();
        return;
      case "copy":
        void copyLink();
        return;
      case "chord":
        chordAt.current = performance.now();
        return;
    }
  };
  return (event) => {
    const element = event.target instanceof HTMLElement ? event.target : null;
    // Dialogs and menus are inside the debugger for React, but not on the page.
    if (!element || !event.currentTarget.contains(element)) return;
    const action = keyAction(event, {
      typing: element.closest(TYPING) !== null,
      control: element.closest(CONTROL) !== null,
      afterChord: performance.now() - chordAt.current < CHORD_MS,
      singleKeys,
    });
    if (event.key !== "Shift") chordAt.current = Number.NEGATIVE_INFINITY;
    if (!action) return;
    event.preventDefault();
    // The rest of the page may have keys of its own.
    event.stopPropagation();
    act(action);
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
