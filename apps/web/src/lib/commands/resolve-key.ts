import { isSingleKey } from "./keystroke.ts";
import type { BoundCommand, BoundGroup } from "./command-store.ts";

/** The state besides the registered commands that decides the action of a key. */
export type KeyContext = {
  /** Whether the focus is in a field. */
  readonly typing: boolean;
  /** Whether the focus is in a dialog, menu or listbox, which handle their own keys. */
  readonly inOverlay: boolean;
  /** The keys that activate the focused control. */
  readonly controlKeys: readonly string[];
  /** The first press of a two-press keystroke, if it was just pressed; otherwise null. */
  readonly firstPress: string | null;
  /** Whether keystrokes that start with a character key are turned on. */
  readonly singleKeys: boolean;
  /** Whether nothing has the focus. */
  readonly isUnfocused: boolean;
  /** Returns whether the focus is inside an element. */
  readonly hasFocus: (element: Element) => boolean;
};

/** The effect of a key: it runs a command or starts a two-press keystroke. */
export type KeyAction = { readonly kind: "run"; readonly run: () => void } | { readonly kind: "prefix" };

/**
 * Returns the action of a press, or null if it has none. Commands near the focus take precedence, nearest first, then those of the page, then those of
 * the workspace; unavailable commands are skipped.
 */
export function resolveKey(press: string, groups: readonly BoundGroup[], on: KeyContext): KeyAction | null {
  if (on.controlKeys.includes(press)) return null;
  const active = groups
    .filter((group) => isActive(group, on))
    .sort((a, b) => priority(a) - priority(b) || nesting(a, b));
  return (
    (on.firstPress === null ? null : findAction(active, `${on.firstPress} ${press}`, on)) ??
    findAction(active, press, on)
  );
}

function findAction(groups: readonly BoundGroup[], typed: string, on: KeyContext): KeyAction | null {
  for (const { commands } of groups) {
    for (const command of commands) {
      const action = commandAction(command, typed, on);
      if (action !== null) return action;
    }
  }
  return null;
}

function commandAction({ keys, run, when }: BoundCommand, typed: string, on: KeyContext): KeyAction | null {
  if (run === null) return null;
  const enabled = keys.filter((keystroke) => on.singleKeys || !isSingleKey(keystroke));
  if (enabled.includes(typed)) return when() ? { kind: "run", run } : null;
  const isPrefix = enabled.some((keystroke) => keystroke.startsWith(`${typed} `));
  return isPrefix && when() ? { kind: "prefix" } : null;
}

function isActive({ scope, element }: BoundGroup, on: KeyContext): boolean {
  switch (scope) {
    case "anywhere":
      return true;
    case "window":
      return !on.typing && !on.inOverlay;
    case "area":
    case "focus": {
      const target = element();
      const isReached = (scope === "area" && on.isUnfocused) || (target !== null && on.hasFocus(target));
      return !on.typing && target !== null && isReached;
    }
  }
}

/** Orders groups that contain the focus: the innermost element comes first. */
function nesting(a: BoundGroup, b: BoundGroup): number {
  const [first, second] = [a.element(), b.element()];
  if (first === second || first === null || second === null) return 0;
  if (first.contains(second)) return 1;
  return second.contains(first) ? -1 : 0;
}

/** Returns the precedence of a group; smaller comes first. */
function priority({ scope, kind }: BoundGroup): number {
  if (scope === "focus" || scope === "area") return 0;
  return kind === "page" ? 1 : 2;
}
