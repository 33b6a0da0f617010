import { isSingleSign } from "../single-keys.ts";

/**
 * A keystroke is written as `KeyboardEvent.key` names it (`e`, `E`, `ArrowLeft`), with `Space` for the space bar, `Mod+` before it for Ctrl or
 * ⌘, and `Shift+` where the key itself does not show it. Two presses after each other are separated by a space: `g t`.
 */
type PressedKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** What was pressed, in the same writing; null for combinations that are left to the browser. */
export function pressName(event: PressedKey): string | null {
  if (event.altKey) return null;
  const key = event.key === " " ? "Space" : event.key;
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? null : `Mod+${key.toLowerCase()}`;
  return event.shiftKey && !isSingleSign(key) ? `Shift+${key}` : key;
}

/** Whether a keystroke begins with a single sign, which speech input or a stray finger may type. Those can be switched off. */
export function isSingleKey(keystroke: string): boolean {
  return isSingleSign(keystroke.split(" ")[0] ?? "");
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Mod: "Ctrl",
};

/** A keystroke as it is shown: its presses in order, each as the keys held together. */
export function keyCaps(keystroke: string, onApple: boolean): readonly (readonly string[])[] {
  const cap = (key: string): string => {
    if (key === "Mod" && onApple) return "⌘";
    return SYMBOLS[key] ?? key;
  };
  return keystroke.split(" ").map((press) => {
    const keys = press.split("+");
    return keys.map((key) => cap(keys.length > 1 && isSingleSign(key) ? key.toUpperCase() : key));
  });
}
