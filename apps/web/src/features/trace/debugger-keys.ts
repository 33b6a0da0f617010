import type { Direction } from "./selection-moves.ts";

/** What a key asks of the debugger. */
export type KeyAction =
  | { readonly kind: "sequence" | "sibling" | "error"; readonly direction: Direction }
  | { readonly kind: "inspect" | "expand" | "fit" | "follow" | "copy" };

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowRight: { kind: "sequence", direction: 1 },
  ArrowLeft: { kind: "sequence", direction: -1 },
  ArrowDown: { kind: "sibling", direction: 1 },
  ArrowUp: { kind: "sibling", direction: -1 },
  e: { kind: "error", direction: 1 },
  E: { kind: "error", direction: -1 },
  Enter: { kind: "inspect" },
  " ": { kind: "expand" },
  f: { kind: "fit" },
  ".": { kind: "follow" },
  y: { kind: "copy" },
};

export type PressedKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented">;

/** The action of a key (D11), null for keys that mean nothing here or belong to the browser or to someone inside. */
export function keyAction(
  event: PressedKey,
  on: { readonly typing: boolean; readonly control: boolean },
): KeyAction | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || on.typing) return null;
  // Enter and Space already press the button or link that has the focus.
  if (on.control && (event.key === "Enter" || event.key === " ")) return null;
  return ACTIONS[event.key] ?? null;
}
