"use client";
import { useEffect } from "react";
import { useSingleKeys } from "../single-keys.ts";
import type { CommandScope } from "./command.ts";
import { registeredCommands } from "./command-store.ts";
import { pressName } from "./keystroke.ts";
import { resolveKey } from "./resolve-key.ts";

/** The second press of a keystroke belongs to the first for this long. */
const SECOND_PRESS_MS = 1_500;
const TYPING = "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable='true']";
const OVERLAY = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";
const BUTTON = "button, summary, input, [role='treeitem'], [role='separator'], [role='menuitem']";
const LINK = "a";
const MODIFIERS = ["Shift", "Control", "Meta", "Alt"];

/** Runs registered commands by their keys. Mounted once, around every page: no other code binds a key to a command. */
export function useCommandKeys(): void {
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    const hear = hearKeys(singleKeys, (scope) => scope !== "anywhere");
    // Before anything on the page hears them: these work in fields and dialogs, too.
    const hearFirst = hearKeys(singleKeys, (scope) => scope === "anywhere");
    window.addEventListener("keydown", hear);
    window.addEventListener("keydown", hearFirst, true);
    return () => {
      window.removeEventListener("keydown", hear);
      window.removeEventListener("keydown", hearFirst, true);
    };
  }, [singleKeys]);
}

function hearKeys(
  singleKeys: boolean,
  isHeard: (scope: CommandScope) => boolean,
): (event: KeyboardEvent) => void {
  let first: { readonly press: string; readonly at: number } | null = null;
  return (event) => {
    // A key that was handled nearer to the focus is not heard again.
    if (event.defaultPrevented || event.isComposing || MODIFIERS.includes(event.key)) return;
    const before = first;
    first = null;
    const press = pressName(event);
    if (press === null) return;
    const target = event.target instanceof Element ? event.target : null;
    const meaning = resolveKey(
      press,
      registeredCommands().filter(({ scope }) => isHeard(scope)),
      {
        typing: target?.closest(TYPING) != null,
        inOverlay: target?.closest(OVERLAY) != null,
        takenByControl: keysTakenBy(target),
        firstPress: before !== null && performance.now() - before.at < SECOND_PRESS_MS ? before.press : null,
        singleKeys,
        hasFocus: (element) => target !== null && element.contains(target),
      },
    );
    if (meaning === null) return;
    event.preventDefault();
    if (meaning.kind === "run") meaning.run();
    else first = { press, at: performance.now() };
  };
}

/** The keys by which a control is pressed: they are its own. */
function keysTakenBy(target: Element | null): readonly string[] {
  if (target?.closest(BUTTON)) return ["Enter", "Space"];
  return target?.closest(LINK) ? ["Enter"] : [];
}
