import { isSingleKey } from "./keystroke.ts";
import type { BoundCommand, BoundGroup } from "./command-store.ts";

/** What the meaning of a key depends on besides the registered commands. */
export type KeySituation = {
  /** The focus is in a field. */
  readonly typing: boolean;
  /** The focus is in a dialog, a menu or a list to choose from, which have keys of their own. */
  readonly inOverlay: boolean;
  /** The keys that press the control that has the focus. */
  readonly takenByControl: readonly string[];
  /** The first press of a keystroke of two, made just before; null without one. */
  readonly firstPress: string | null;
  /** Whether keystrokes that begin with a single sign are wanted. */
  readonly singleKeys: boolean;
  /** Whether the focus is inside an element. */
  readonly hasFocus: (element: Element) => boolean;
};

/** What a key does: runs a command, or begins a keystroke of two presses. */
export type KeyMeaning =
  { readonly kind: "run"; readonly run: () => void } | { readonly kind: "first press" };

/**
 * The meaning of a press. Commands nearer to the focus come first, then those of the page, then those of the workspace; commands that cannot
 * be done now leave the key to the next. Null when the key means nothing here.
 */
export function resolveKey(
  press: string,
  groups: readonly BoundGroup[],
  on: KeySituation,
): KeyMeaning | null {
  if (on.takenByControl.includes(press)) return null;
  const heard = groups.filter((group) => isHeard(group, on)).sort((a, b) => distance(a) - distance(b));
  return (
    (on.firstPress === null ? null : meaningIn(heard, `${on.firstPress} ${press}`, on)) ??
    meaningIn(heard, press, on)
  );
}

function meaningIn(groups: readonly BoundGroup[], typed: string, on: KeySituation): KeyMeaning | null {
  for (const { commands } of groups) {
    for (const command of commands) {
      const meaning = meaningFor(command, typed, on);
      if (meaning !== null) return meaning;
    }
  }
  return null;
}

function meaningFor({ keys, run, when }: BoundCommand, typed: string, on: KeySituation): KeyMeaning | null {
  if (run === null) return null;
  const wanted = keys.filter((keystroke) => on.singleKeys || !isSingleKey(keystroke));
  if (wanted.includes(typed)) return when() ? { kind: "run", run } : null;
  const isFirstPress = wanted.some((keystroke) => keystroke.startsWith(`${typed} `));
  return isFirstPress && when() ? { kind: "first press" } : null;
}

function isHeard({ scope, element }: BoundGroup, on: KeySituation): boolean {
  switch (scope) {
    case "anywhere":
      return true;
    case "window":
      return !on.typing && !on.inOverlay;
    case "focus": {
      const target = element();
      return !on.typing && target !== null && on.hasFocus(target);
    }
  }
}

/** How far from the focus a group is: the smaller comes first. */
function distance({ scope, kind }: BoundGroup): number {
  if (scope === "focus") return 0;
  return kind === "page" ? 1 : 2;
}
