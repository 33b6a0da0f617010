"use client";
import { useEffect } from "react";
import { useSingleKeys } from "../single-keys.ts";
import type { CommandScope } from "./command.ts";
import { registeredCommands } from "./command-store.ts";
import { toKeystroke } from "./keystroke.ts";
import { resolveKey } from "./resolve-key.ts";

/** The maximum time between the two presses of a keystroke. */
const SECOND_PRESS_MS = 1_500;
const TYPING = "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable='true']";
const OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";
const BUTTON = "button, summary, input, [role='treeitem'], [role='separator'], [role='menuitem']";
const LINK = "a";
const MODIFIERS = ["Shift", "Control", "Meta", "Alt"];

/** Runs registered commands by their keys. Mounted once per page tree; no other code binds keys to commands. */
export function useCommandKeys(): void {
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    const onKeyDown = createKeyHandler(singleKeys, (scope) => scope !== "anywhere");
    // Handled in the capture phase, so that these commands also work in fields and dialogs.
    const onKeyDownCapture = createKeyHandler(singleKeys, (scope) => scope === "anywhere");
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("keydown", onKeyDownCapture, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keydown", onKeyDownCapture, true);
    };
  }, [singleKeys]);
}

function createKeyHandler(
  singleKeys: boolean,
  hasScope: (scope: CommandScope) => boolean,
): (event: KeyboardEvent) => void {
  let first: { readonly press: string; readonly at: number } | null = null;
  return (event) => {
    // The key may have been handled closer to the focus.
    if (event.defaultPrevented || event.isComposing || MODIFIERS.includes(event.key)) return;
    const previous = first;
    first = null;
    const press = toKeystroke(event);
    if (press === null) return;
    const target = event.target instanceof Element ? event.target : null;
    const action = resolveKey(
      press,
      registeredCommands().filter(({ scope }) => hasScope(scope)),
      {
        typing: target?.closest(TYPING) != null,
        inOverlay: target?.closest(OVERLAY) != null,
        controlKeys: activationKeys(target),
        firstPress:
          previous !== null && performance.now() - previous.at < SECOND_PRESS_MS ? previous.press : null,
        singleKeys,
        isUnfocused: target === document.body || target === document.documentElement,
        hasFocus: (element) => target !== null && element.contains(target),
      },
    );
    if (action === null) return;
    event.preventDefault();
    if (action.kind === "run") action.run();
    else first = { press, at: performance.now() };
  };
}

/** Returns the keys that activate a control; commands must not use them. */
function activationKeys(target: Element | null): readonly string[] {
  if (target?.closest(BUTTON)) return ["Enter", "Space"];
  return target?.closest(LINK) ? ["Enter"] : [];
}
