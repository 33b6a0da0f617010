"use client";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useSingleKeys } from "../../lib/single-keys.ts";
import { useToast, useUndoLast } from "../toast.tsx";
import { showOverlay } from "./overlays.ts";
import { shellKeyAction } from "./shell-keys.ts";
import type { ShellKeyAction } from "./shell-keys.ts";

/** A key after `g` belongs to it for this long. */
const CHORD_MS = 1_500;
const TYPING = "input, textarea, select, [contenteditable='true']";
const OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";
const SEARCH = "#content input[type='search'], #content [role='search'] input";

/** The keys that mean the same on every page. A page's own keys come first: they take theirs before the window hears them. */
export function useShellKeys(base: string): void {
  const [singleKeys] = useSingleKeys();
  const router = useRouter();
  const copyLink = useCopyLink();
  const undoLast = useUndoLast();
  const act = (action: ShellKeyAction): boolean => {
    switch (action.kind) {
      case "keys":
        showOverlay("keys");
        return true;
      case "new":
        router.push(`${base}/chat`);
        return true;
      case "go":
        router.push(base + action.path);
        return true;
      case "copy":
        void copyLink();
        return true;
      case "undo":
        return undoLast();
      case "search":
        return focusSearch();
      case "chord":
        return true;
    }
  };
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    let chordAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent): void => {
      const element = event.target instanceof HTMLElement ? event.target : null;
      const action = shellKeyAction(event, {
        typing: element?.closest(TYPING) != null,
        inOverlay: element?.closest(OVERLAY) != null,
        afterChord: performance.now() - chordAt < CHORD_MS,
        singleKeys,
      });
      if (event.key !== "Shift")
        chordAt = action?.kind === "chord" ? performance.now() : Number.NEGATIVE_INFINITY;
      if (action !== null && latest.current(action)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [singleKeys]);
}

/** Copies the address of what is on the page. */
export function useCopyLink(): () => Promise<void> {
  const translate = useTranslations("shell.keys");
  const showToast = useToast();
  return async () => {
    const link = window.location.href;
    try {
      await navigator.clipboard.writeText(link);
      showToast({ text: translate("linkCopied") });
    } catch {
      showToast({ text: translate("linkNotCopied", { link }) });
    }
  };
}

/** False when the page has nothing to search in. */
function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>(SEARCH)].find((one) => one.checkVisibility());
  field?.focus();
  field?.select();
  return field !== undefined;
}
