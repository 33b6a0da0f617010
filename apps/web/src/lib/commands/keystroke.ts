import { isCharacterKey } from "../single-keys.ts";

/**
 * A keystroke uses the names of `KeyboardEvent.key` (`e`, `E`, `ArrowLeft`), with `Space` for the space bar, the prefix `Mod+` for Ctrl or
 * ⌘, and `Shift+` for keys that do not imply it. A space separates two consecutive presses: `g t`.
 */
type PressedKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Returns the pressed key in this notation; null for combinations that are left to the browser. */
export function toKeystroke(event: PressedKey): string | null {
  if (event.altKey) return null;
  const key = event.key === " " ? "Space" : event.key;
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? null : `Mod+${key.toLowerCase()}`;
  return event.shiftKey && !isCharacterKey(key) ? `Shift+${key}` : key;
}

/** Returns true for keystrokes that start with a character key, which speech input may trigger by accident. They can be turned off. */
export function isSingleKey(keystroke: string): boolean {
  return isCharacterKey(keystroke.split(" ")[0] ?? "");
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Mod: "Ctrl",
};

/** Returns the key labels of a keystroke: one list per press, with the keys held together. */
export function keyCaps(keystroke: string, isApple: boolean): readonly (readonly string[])[] {
  const cap = (key: string): string => {
    if (key === "Mod" && isApple) return "⌘";
    return SYMBOLS[key] ?? key;
  };
  return keystroke.split(" ").map((press) => {
    // The key + itself has nothing to split.
    const keys = press === "+" ? [press] : press.split("+");
    return keys.map((key) => cap(keys.length > 1 && isCharacterKey(key) ? key.toUpperCase() : key));
  });
}
