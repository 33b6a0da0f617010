"use client";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { useToast } from "../../ui/toast.tsx";
import type { Debugger } from "./debugger-context.ts";
import { keyAction } from "./debugger-keys.ts";
import type { KeyAction } from "./debugger-keys.ts";
import { siblingGoal, stepError, stepSequence } from "./selection-moves.ts";
import { viewHref } from "./url-state.ts";

export type KeyTargets = {
  readonly fit: () => void;
  readonly toggleFollow: () => void;
  /** Puts the focus into the inspector. */
  readonly inspect: () => void;
};

/** The keys of the debugger. They are heard only while the focus is inside of it. */
export function useDebuggerKeys(
  shared: Debugger,
  targets: KeyTargets,
): (event: KeyboardEvent<HTMLElement>) => void {
  const translate = useTranslations("trace");
  const showToast = useToast();
  const copyLink = async (): Promise<void> => {
    const link = new URL(viewHref(shared.view), window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      showToast({ text: translate("linkCopied") });
    } catch {
      showToast({ text: translate("linkNotCopied", { link }) });
    }
  };
  const act = (action: KeyAction): void => {
    const { model, view, selectSequence, selectGoal, toggleEdge } = shared;
    switch (action.kind) {
      case "sequence":
      case "error": {
        const step = action.kind === "error" ? stepError : stepSequence;
        const entry = step(model.entries, view.sequence, action.direction);
        if (entry) selectSequence(entry.q);
        return;
      }
      case "sibling": {
        const goal = siblingGoal(model.graph, view.goal ?? model.graph.rootId, action.direction);
        if (goal !== null) selectGoal(goal);
        return;
      }
      case "expand":
        toggleEdge(view.goal ?? model.graph.focusId);
        return;
      case "inspect":
        targets.inspect();
        return;
      case "fit":
        targets.fit();
        return;
      case "follow":
        targets.toggleFollow();
        return;
      case "copy":
        void copyLink();
        return;
    }
  };
  return (event) => {
    const element = event.target instanceof HTMLElement ? event.target : null;
    const action = keyAction(event, {
      typing: element?.closest("input, textarea, select, [contenteditable='true']") !== null,
      control: element?.closest("button, a, summary, [role='treeitem'], [role='separator']") !== null,
    });
    if (!action) return;
    event.preventDefault();
    act(action);
  };
}
